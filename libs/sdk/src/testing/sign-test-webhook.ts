import type { WebhookEventType } from '@droptrack/contracts';
import { type SignatureHeaders, signWebhook } from '@droptrack/webhooks';
import { UsageError } from '../errors';
import { keysOf } from '../webhooks/secrets';
import { sampleEvent, type SampleOverrides } from './sample-event';

/** Event to sign: a type, and the members that the test needs. `data` has the static type of the event type. */
export type TestWebhookEvent<Type extends WebhookEventType = WebhookEventType> = {
  [Name in Type]: SampleOverrides<Name> & { type: Name };
}[Type];

/** Delivery as Droptrack sends it: POST `body` with `headers`. */
export interface SignedTestWebhook {
  /** Signed text. Send it unchanged. */
  body: string;
  /** The three headers of Standard Webhooks, and the media type. */
  headers: SignatureHeaders & { 'content-type': 'application/json' };
}

/**
 * Creates a delivery that `verifyWebhook` accepts, for tests of a receiver. It sends no request.
 *
 * @param event - a recorded event, or a part of one, which {@link sampleEvent} completes.
 * @param secret - `whsec_` and base64 of 24 to 64 bytes. With several secrets, the delivery has a signature for each, as
 *   during a rotation.
 * @param options - `nowMs`: signing time, Unix time in milliseconds, default now. For example, pass a time ten minutes ago
 *   to test that the receiver rejects old deliveries.
 * @throws `WebhookVerificationError` with code `invalid_secret`.
 * @throws `UsageError` for an invalid id or time; `cause` contains the reason.
 * @example
 * import { verifyWebhook } from '@droptrack/sdk';
 * import { signTestWebhook } from '@droptrack/sdk/testing';
 *
 * const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
 * const { body, headers } = signTestWebhook({ type: 'drop.updated', data: { object: { id: 'my-drop' } } }, secret);
 * console.log(verifyWebhook(body, headers, secret).type);
 */
export function signTestWebhook<Type extends WebhookEventType>(
  event: TestWebhookEvent<Type>,
  secret: string | readonly string[],
  { nowMs = Date.now() }: { nowMs?: number | undefined } = {},
): SignedTestWebhook {
  const keys = keysOf(secret);
  try {
    const { type, ...given } = event;
    const sent = sampleEvent(type, given as SampleOverrides<Type>, { nowMs });
    const body = JSON.stringify(sent);
    const signed = signWebhook({ id: sent.id, timestampSeconds: Math.floor(nowMs / 1_000), body, keys });
    return { body, headers: { ...signed, 'content-type': 'application/json' } };
  } catch (cause) {
    throw new UsageError('This event cannot be signed', { cause });
  }
}
