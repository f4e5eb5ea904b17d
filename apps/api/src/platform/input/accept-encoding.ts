import { NDJSON_TYPE } from '@droptrack/contracts';
import Negotiator from 'negotiator';
import { type Encoding, ENCODINGS } from '../responses/response-body';

/** `negotiator` 1.0 takes the server's preference; its published types lack it. */
interface PreferringNegotiator extends Omit<Negotiator, 'encoding'> {
  encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
}

/** Maximum length of a header that is parsed, in characters: the time grows with the square of its number of codings. */
const HEADER_LENGTH_MAX = 256;

/**
 * The content coding that a client prefers (RFC 9110 §12.5.3), `br` before `gzip` by default; null for none, and for a header that is too
 * long.
 */
export function negotiateEncoding(header: string | string[] | undefined): Encoding | null {
  const text = String(header ?? '');
  if (text === '' || text.length > HEADER_LENGTH_MAX) return null;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': text } }) as PreferringNegotiator;
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
