import type { WebhookEnvelope, WebhookEventType, WebhookObjects } from '@droptrack/contracts';
import { type SignatureHeaders, signWebhook } from '@droptrack/webhooks';
import { UsageError } from '../errors';
import { keysOf } from './secrets';

/** An event to sign: its type, and what matters to the test. The compiler holds `data` to the type. */
export type TestWebhookEvent<Type extends WebhookEventType = WebhookEventType> = {
  [Name in Type]: Partial<Omit<WebhookEnvelope, 'type' | 'data'>> & {
    type: Name;
    data?: {
      object?: Partial<WebhookObjects[Name]>;
      previous?: Partial<WebhookObjects[Name]>;
    };
  };
}[Type];

/** A request as Droptrack would send it: POST `body` with `headers`. */
export interface SignedTestWebhook {
  /** The exact text that was signed: send it unchanged. */
  body: string;
  /** The three of Standard Webhooks, and the media type. */
  headers: SignatureHeaders & { 'content-type': 'application/json' };
}

/**
 * A webhook that {@link verifyWebhook} accepts, for the tests of your receiver: an event of any type, signed with any
 * secret. Sends nothing. A recorded event can be given as it is; else the envelope is filled in, with an id of its own
 * each time, and `data` holds what you give and nothing more.
 *
 * @param secret - `whsec_` and base64 of 24 to 64 bytes; several sign as during a rotation.
 * @param options - `nowMs`: Unix time in milliseconds at which it is signed, such as ten minutes ago for a receiver
 *   that must refuse it; the clock's when not given.
 * @throws {WebhookVerificationError} `invalid_secret`.
 * @throws {UsageError} when the id or the time cannot be signed; `cause` says more.
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

/** What all types of {@link TestWebhookEvent} have in common. */
interface PartialEvent extends Partial<Omit<WebhookEnvelope, 'data'>> {
  type: WebhookEventType;
  data?: object;
}

/** In the order of the contract; members that it does not have stay, as an API of the future may send some. */
const filledIn = ({ data, type, ...given }: PartialEvent, nowMs: number): WebhookEnvelope => ({
  id: `evt_${Math.random().toString(36).slice(2)}`,
  type,
  api_version: 'v1',
  timestamp: new Date(nowMs).toISOString(),
  sequence: type.startsWith('webhook.') ? null : 1,
  ...given,
  data: { object: {}, previous: {}, ...data },
});
