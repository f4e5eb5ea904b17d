import type { IncomingHttpHeaders } from 'node:http';
import { DomainError } from '../errors/domain-error';

/** Format of the header `Idempotency-Key`: 1 to 255 visible ASCII characters. */
export const IDEMPOTENCY_KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/**
 * Idempotency key of a request. Two headers of the name arrive joined by a comma and a space, so they are rejected as well.
 *
 * @returns null without the header.
 * @throws {DomainError} `invalid_parameter`
 */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && IDEMPOTENCY_KEY_PATTERN.test(key)) return key;
  throw invalidIdempotencyKey();
}

/** The header `Idempotency-Key` does not have its format. */
export function invalidIdempotencyKey(): DomainError {
  const parameter = 'Idempotency-Key';
  const detail = 'must be 1 to 255 visible ASCII characters';
  return new DomainError('invalid_parameter', `${parameter} ${detail}`, {
    errors: [{ parameter, code: 'format', detail }],
  });
}
