import { NDJSON_TYPE } from '@droptrack/contracts';
import Negotiator from 'negotiator';

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
