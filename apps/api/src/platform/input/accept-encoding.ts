import { NDJSON_TYPE } from '@droptrack/contracts';
import Negotiator from 'negotiator';
import { type Encoding, ENCODINGS } from '../responses/answer';
import { remembered } from '../server/remembered';

/** The library takes a preference of ours since 1.0; its published types do not say so yet. */
interface PreferringNegotiator extends Omit<Negotiator, 'encoding'> {
  encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
}

/** Distinct header values whose outcome is kept; clients send a handful. */
const REMEMBERED = 256;

/**
 * The compressed form this caller wants (RFC 9110 §12.5.3), `br` before `gzip` where
 * it has no preference; null for none.
 */
export const negotiateEncoding: (header: string | string[] | undefined) => Encoding | null = remembered(
  REMEMBERED,
  (header) => {
    const negotiator = new Negotiator({ headers: { 'accept-encoding': header } }) as PreferringNegotiator;
    const wanted = negotiator.encoding([...ENCODINGS, 'identity'], { preferred: ENCODINGS });
    return ENCODINGS.find((encoding) => encoding === wanted) ?? null;
  },
  null,
);

/** What the data of the API comes in, with and without the parameter it is sent with. */
const JSON_TYPES = ['application/json', 'application/json;charset=utf-8'];

/** Whether a caller with this `Accept` takes JSON; without the field it takes anything. */
export const acceptsJson = acceptsOneOf(JSON_TYPES);

/** Whether a caller with this `Accept` takes lines of JSON; without the field it takes anything. */
export const acceptsNdjson = acceptsOneOf([NDJSON_TYPE]);

function acceptsOneOf(types: string[]): (header: string | string[] | undefined) => boolean {
  return remembered(
    REMEMBERED,
    (header) => new Negotiator({ headers: { accept: header.toLowerCase() } }).mediaType(types) !== undefined,
    true,
  );
}
