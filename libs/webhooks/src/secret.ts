import { fromBase64, toBase64 } from './base64';
import { InvalidSecretError } from './errors';

/** How long secrets are, in bytes. The bounds are the standard's; 32 is what this service gives. */
export const SECRET_BYTES = { min: 24, max: 64, given: 32 } as const;

const PREFIX = 'whsec_';

/** A secret as it is told to people: `whsec_` and base64 (Standard Webhooks 1.0). The inverse of {@link parseSecret}. */
export function formatSecret(key: Uint8Array): string {
  return PREFIX + toBase64(key);
}

/**
 * The key in a secret. The prefix and the padding may be missing, as in the reference library.
 *
 * @throws {InvalidSecretError} for what is none, such as nothing at all, an API key, an id or a part.
 */
export function parseSecret(secret: string): Uint8Array {
  const key = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  const { min, max } = SECRET_BYTES;
  if (key !== null && key.length >= min && key.length <= max) return key;
  const is = secret.trim() === '' ? 'missing' : secret.startsWith('dtk_') ? 'an API key' : 'none';
  throw new InvalidSecretError(`secret is ${is}; it must be ${PREFIX} and base64 of ${min} to ${max} bytes`);
}
