import type { ProblemCode } from '@droptrack/contracts';
import { parseApiKey } from '@droptrack/persistence';
import { DomainError } from '../errors/domain-error';

/** Longest header that is parsed, in characters: five times the length of a key with its scheme. */
export const HEADER_LENGTH_MAX = 256;

const SCHEME = /^Bearer +/i;
const CHALLENGE = 'Bearer realm="droptrack"';

/**
 * Well-formed key of an `Authorization` header (RFC 6750), with a valid checksum. If a request has several such headers,
 * Node passes on the first one.
 *
 * @throws {DomainError} `missing_api_key`; `invalid_api_key` for every other header without a well-formed key.
 */
export function keyIn(authorization: string | readonly string[] | undefined): string {
  if (authorization === undefined) throw MISSING;
  if (typeof authorization !== 'string') throw SEVERAL;
  if (authorization.length > HEADER_LENGTH_MAX) throw TOO_LONG;
  const text = authorization.trimEnd();
  if (text === '') throw MISSING;
  if (!SCHEME.test(text)) throw OTHER_SCHEME;
  const key = parseApiKey(text.replace(SCHEME, ''));
  if (key === null) throw MALFORMED;
  return key;
}

/** Rejection of a key. The message never contains the key. */
export const rejection = (
  code: Extract<ProblemCode, 'invalid_api_key' | 'expired_api_key' | 'revoked_api_key'>,
  message: string,
): DomainError =>
  new DomainError(code, message, { headers: { 'www-authenticate': `${CHALLENGE}, error="invalid_token"` } });

// Each of them is one object, so that its response is prepared once.
const MISSING = new DomainError('missing_api_key', 'Send an API key: Authorization: Bearer dtk_…', {
  headers: { 'www-authenticate': CHALLENGE },
});
const SEVERAL = rejection('invalid_api_key', 'Send one Authorization header');
const TOO_LONG = rejection('invalid_api_key', 'The Authorization header is too long to contain an API key');
const OTHER_SCHEME = rejection('invalid_api_key', 'The Authorization header must be "Bearer" followed by an API key');
const MALFORMED = rejection('invalid_api_key', 'The API key is malformed: it is truncated or mistyped');
