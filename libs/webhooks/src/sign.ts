import type { WEBHOOK_HEADERS } from '@droptrack/contracts';
import { type HmacSha256, PORTABLE_HMAC, signatureOf, signedHead } from './signature';

export { type HmacSha256, PORTABLE_HMAC } from './signature';

/** Message that cannot be signed, such as one with an id that is not valid in a header. */
export class UnsignableMessageError extends Error {
  override readonly name = 'UnsignableMessageError';
}

/** Headers of a signed request. */
export type SignatureHeaders = Record<(typeof WEBHOOK_HEADERS)[number], string>;

/** Message of one attempt. */
export interface UnsignedMessage {
  /** Id of the event, the same for every attempt, so that receivers can deduplicate. */
  readonly id: string;
  /** Unix time of the attempt in seconds, an integer. */
  readonly timestampSeconds: number;
  /** Exact body of the request. */
  readonly body: string | Uint8Array;
  /** Keys of the endpoint. During a rotation there are several: each signs, and each verifies. */
  readonly keys: readonly Uint8Array[];
}

/**
 * Signs a delivery and returns its headers (Standard Webhooks 1.0).
 *
 * @param hmacSha256 - faster implementation of the platform.
 * @throws {UnsignableMessageError} for an id with white space, a full stop or non-ASCII characters, which would make the
 *   signed text ambiguous, for a time that is not an integer, and without a key.
 */
export function signWebhook(
  { id, timestampSeconds, body, keys }: UnsignedMessage,
  hmacSha256: HmacSha256 = PORTABLE_HMAC,
): SignatureHeaders {
  if (
    !/^[!-\-/-~]+$/.test(id) ||
    !Number.isSafeInteger(timestampSeconds) ||
    timestampSeconds < 0 ||
    keys.length === 0
  ) {
    throw new UnsignableMessageError('cannot be signed: id, time or keys are malformed');
  }
  const timestamp = String(timestampSeconds);
  const head = signedHead(id, timestamp);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => signatureOf(hmacSha256(key, head, body))).join(' '),
  };
}
