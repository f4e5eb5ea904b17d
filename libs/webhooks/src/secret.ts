import { fromBase64, toBase64 } from './base64';

/** Invalid secret of an endpoint. Its message does not contain the text, which may be another secret. */
export class InvalidSecretError extends Error {
  override readonly name = 'InvalidSecretError';
}

/** Length of secrets in bytes: the bounds of Standard Webhooks 1.0, and the length of generated secrets. */
export const SECRET_BYTES = { min: 24, max: 64, given: 32 } as const;

const PREFIX = 'whsec_';

/** Formats a key as a secret: `whsec_` and base64 (Standard Webhooks 1.0). The inverse of {@link parseSecret}. */
export function formatSecret(key: Uint8Array): string {
  return PREFIX + toBase64(key);
}

/**
 * Parses a secret into its key. Prefix and padding are optional, as in the reference library.
 *
 * @throws {InvalidSecretError} for an invalid secret, such as an empty text, an API key, an id or a part of a secret.
 */
export function parseSecret(secret: string): Uint8Array {
  const key = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  const { min, max } = SECRET_BYTES;
  if (key !== null && key.length >= min && key.length <= max) return key;
  const reason = secret.trim() === '' ? 'missing' : secret.startsWith('dtk_') ? 'an API key' : 'invalid';
  throw new InvalidSecretError(`secret is ${reason}; it must be ${PREFIX} and base64 of ${min} to ${max} bytes`);
}
