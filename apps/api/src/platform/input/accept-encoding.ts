import { NDJSON_TYPE } from '@droptrack/contracts';
import Negotiator from 'negotiator';
import { type Encoding, ENCODINGS } from '../responses/response-body';

/** `negotiator` 1.0 takes the server's preference; its published types lack it. */
interface PreferringNegotiator extends Omit<Negotiator, 'encoding'> {
  encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
}

/** The content coding that a client prefers (RFC 9110 §12.5.3), `br` before `gzip` by default; null for none. */
export function negotiateEncoding(header: string | string[] | undefined): Encoding | null {
  if (header === undefined) return null;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': String(header) } }) as PreferringNegotiator;
  const wanted = negotiator.encoding([...ENCODINGS, 'identity'], { preferred: ENCODINGS });
  return ENCODINGS.find((encoding) => encoding === wanted) ?? null;
}

/** Media types of data, with and without the parameter that responses carry. */
const JSON_TYPES = ['application/json', 'application/json;charset=utf-8'];

/** True for a client that accepts JSON; without `Accept` it accepts anything. */
export const acceptsJson = (accept: string | undefined): boolean => accepts(accept, JSON_TYPES);

/** True for a client that accepts NDJSON; without `Accept` it accepts anything. */
export const acceptsNdjson = (accept: string | undefined): boolean => accepts(accept, [NDJSON_TYPE]);

const accepts = (accept: string | undefined, types: string[]): boolean =>
  accept === undefined ||
  types.includes(accept) ||
  new Negotiator({ headers: { accept: accept.toLowerCase() } }).mediaType(types) !== undefined;
