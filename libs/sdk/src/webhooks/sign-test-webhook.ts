import type { WebhookEnvelope, WebhookEventType, WebhookObjects } from '@droptrack/contracts';
import { type SignatureHeaders, signWebhook } from '@droptrack/webhooks';
import { UsageError } from '../errors';
import { keysOf } from './secrets';

/** Event to sign: a type, and the members that the test needs. `data` has the static type of the event type. */
export type TestWebhookEvent<Type extends WebhookEventType = WebhookEventType> = {
  [Name in Type]: Partial<Omit<WebhookEnvelope, 'type' | 'data'>> & {
    type: Name;
    data?: {
      object?: Partial<WebhookObjects[Name]>;
      previous?: Partial<WebhookObjects[Name]>;
    };
  };
}[Type];

/** Delivery as Droptrack sends it: POST `body` with `headers`. */
export interface SignedTestWebhook {
  /** Signed text. Send it unchanged. */
  body: string;
  /** The three headers of Standard Webhooks, and the media type. */
  headers: SignatureHeaders & { 'content-type': 'application/json' };
}

/**
 * Creates a delivery that {@link verifyWebhook} accepts, for tests of a receiver. It sends no request.
 *
 * @param event - a recorded event, or a part of one. Missing members of the envelope get defaults, with a new random id in
 *   each call; `data` contains only the given members.
 * @param secret - `whsec_` and base64 of 24 to 64 bytes. With several secrets, the delivery has a signature for each, as
 *   during a rotation.
 * @param options - `nowMs`: signing time, Unix time in milliseconds, default now. For example, pass a time ten minutes ago
 *   to test that the receiver rejects old deliveries.
 * @throws {@link WebhookVerificationError} with code `invalid_secret`.
 * @throws {@link UsageError} for an invalid id or time; `cause` contains the reason.
 * @example
 * import { signTestWebhook, verifyWebhook } from '@droptrack/sdk';
 *
 * const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
 * const { body, headers } = signTestWebhook(
 *   { type: 'drop.status_changed', data: { object: { status: 'live' }, previous: { status: 'upcoming' } } },
 *   secret,
 * );
 * console.log(verifyWebhook(body, headers, secret).type);
 */
export function signTestWebhook<Type extends WebhookEventType>(
  event: TestWebhookEvent<Type>,
  secret: string | readonly string[],
  { nowMs = Date.now() }: { nowMs?: number | undefined } = {},
): SignedTestWebhook {
  const keys = keysOf(secret);
  try {
    const sent = filledIn(event, nowMs);
    const body = JSON.stringify(sent);
    const signed = signWebhook({ id: sent.id, timestampSeconds: Math.floor(nowMs / 1_000), body, keys });
    return { body, headers: { ...signed, 'content-type': 'application/json' } };
  } catch (cause) {
    throw new UsageError('This event cannot be signed', { cause });
  }
}

/** Members common to all types of {@link TestWebhookEvent}. */
interface PartialEvent extends Partial<Omit<WebhookEnvelope, 'data'>> {
  type: WebhookEventType;
  data?: object;
}

/** Members are in the order of the contract. Unknown members are kept, as a newer API may send some. */
const filledIn = ({ data, type, ...given }: PartialEvent, nowMs: number): WebhookEnvelope => ({
  id: `evt_${Math.random().toString(36).slice(2)}`,
  type,
  api_version: 'v1',
  timestamp: new Date(nowMs).toISOString(),
  sequence: type.startsWith('webhook.') ? null : 1,
  ...given,
  data: { object: {}, previous: {}, ...data },
});
