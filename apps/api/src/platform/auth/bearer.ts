import type { ProblemCode } from '@droptrack/contracts';
import { parseApiKey } from '@droptrack/persistence';
import { DomainError } from '../errors/domain-error';

/** Longest header that is looked into, in characters: five times what a key and its scheme need. */
export const HEADER_LENGTH_MAX = 256;

const SCHEME = /^Bearer +/i;
const CHALLENGE = 'Bearer realm="droptrack"';

/**
 * The key in an `Authorization` header (RFC 6750): it has the form of a key and its checksum
 * holds, so that it could exist. Of several such headers in one request Node passes on the first.
 *
 * @throws {DomainError} `missing_api_key`; `invalid_api_key` for anything else that is no key.
 */
export function keyIn(authorization: string | readonly string[] | undefined): string {
  if (authorization === undefined) throw missing();
  if (typeof authorization !== 'string') throw refusal('invalid_api_key', 'Send one Authorization header');
  if (authorization.length > HEADER_LENGTH_MAX) {
    throw refusal('invalid_api_key', 'The Authorization header is too long to contain an API key');
  }
  const text = authorization.trimEnd();
  if (text === '') throw missing();
  if (!SCHEME.test(text))
    throw refusal('invalid_api_key', 'The Authorization header must be "Bearer" followed by an API key');
  const key = parseApiKey(text.replace(SCHEME, ''));
  if (key === null) throw refusal('invalid_api_key', 'The API key is malformed: it is truncated or mistyped');
  return key;
}

/** A key was sent and does not let in. What is said never repeats it. */
export const refusal = (
  code: Extract<ProblemCode, 'invalid_api_key' | 'expired_api_key' | 'revoked_api_key'>,
  message: string,
): DomainError =>
  new DomainError(code, message, { headers: { 'www-authenticate': `${CHALLENGE}, error="invalid_token"` } });

const missing = (): DomainError =>
  new DomainError('missing_api_key', 'Send an API key: Authorization: Bearer dtk_…', {
    headers: { 'www-authenticate': CHALLENGE },
  });
