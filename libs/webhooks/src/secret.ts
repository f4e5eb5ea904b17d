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
 * @throws {InvalidSecretError} for what is none, naming the usual mistakes: nothing at all, an API key, an id, a part.
 */
export function parseSecret(secret: string): Uint8Array {
  const key = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  const { min, max } = SECRET_BYTES;
  if (key !== null && key.length >= min && key.length <= max) return key;
  throw new InvalidSecretError(
    `secret ${whatIsWrong(secret.trim(), key)}; it must be ${PREFIX} and base64 of ${min} to ${max} bytes`,
  );
}

function whatIsWrong(secret: string, key: Uint8Array | null): string {
  if (secret === '') return 'is missing';
  if (secret.startsWith('dtk_')) return 'is an API key';
  if (/^(?:wh|evt)_/.test(secret)) return 'is an id';
  return key === null ? 'is not base64' : `has ${key.length} bytes`;
}
