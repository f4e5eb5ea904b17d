import type { WEBHOOK_HEADERS } from '@droptrack/contracts';
import { UnsignableMessageError } from './errors';
import { type HmacSha256, PORTABLE_HMAC, signatureOf, signedHead } from './signature';

export { type HmacSha256, PORTABLE_HMAC } from './signature';

/** The headers that make a request verifiable. */
export type SignatureHeaders = Record<(typeof WEBHOOK_HEADERS)[number], string>;

/** One attempt to deliver. */
export interface UnsignedMessage {
  /** Id of the event, the same at every attempt: receivers know a repetition by it. */
  readonly id: string;
  /** Unix time of this attempt, whole seconds. */
  readonly timestampSeconds: number;
  /** Exactly what will be sent. */
  readonly body: string | Uint8Array;
  /** Keys of the endpoint, one or several: while secrets are rotated all of them sign, and any verifies. */
  readonly keys: readonly Uint8Array[];
}

/**
 * The headers of a delivery (Standard Webhooks 1.0).
 *
 * @param hmacSha256 - a faster one, where the platform has it.
 * @throws {UnsignableMessageError} when the id has white space, a full stop or anything beyond ASCII, which could be
 *   read in two ways; when the time is no whole second; when there is no key.
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
