import type { WebhookEnvelope, WebhookEventType, WebhookObjects } from '@droptrack/contracts';
import { envelopeBody, type SignatureHeaders, signWebhook } from '@droptrack/webhooks';
import { UsageError } from '../errors';
import { exampleData } from './example-data';
import { keysOf } from './secrets';

/** An event to sign; what is left out is filled in with an example of its kind, members of `data.object` as well. */
export type TestWebhookEvent<Type extends WebhookEventType = WebhookEventType> = {
  [Name in Type]: Partial<Omit<WebhookEnvelope, 'type' | 'data'>> & {
    type: Name;
    data?: {
      object?: Partial<WebhookObjects[Name]> | undefined;
      previous?: Partial<WebhookObjects[Name]> | undefined;
    };
  };
}[Type];

/** A request as Droptrack would send it: POST `body` with `headers`. */
export interface SignedTestWebhook {
  body: string;
  headers: SignatureHeaders & { 'content-type': 'application/json' };
}

/**
 * A webhook that {@link verifyWebhook} accepts, for the tests of your receiver: well-formed, of any type, signed with
 * any secret. Sends nothing. Each has an id of its own unless one is given.
 *
 * @param event - the name of a type, or the members that matter to the test; the others are examples.
 * @param secret - `whsec_` and base64 of 24 to 64 bytes; several sign as during a rotation.
 * @param options - `nowMs`: Unix time in milliseconds at which it is signed, such as ten minutes ago for a receiver
 *   that must refuse it; the clock's when not given.
 * @throws {WebhookVerificationError} `invalid_secret`.
 * @throws {UsageError} when the id or the time cannot be signed.
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
  event: Type | TestWebhookEvent<Type>,
  secret: string | readonly string[],
  { nowMs = Date.now() }: { nowMs?: number | undefined } = {},
): SignedTestWebhook {
  const keys = keysOf(secret);
  try {
    const envelope = filledIn(typeof event === 'string' ? { type: event } : event, nowMs);
    const body = envelopeBody(envelope);
    const signed = signWebhook({ id: envelope.id, timestampSeconds: Math.floor(nowMs / 1_000), body, keys });
    return { body, headers: { ...signed, 'content-type': 'application/json' } };
  } catch (cause) {
    throw new UsageError('This event cannot be signed', { cause });
  }
}

/** What all types of {@link TestWebhookEvent} have in common. */
interface PartialEvent extends Partial<Omit<WebhookEnvelope, 'data'>> {
  type: WebhookEventType;
  data?: { object?: object | undefined; previous?: object | undefined } | undefined;
}

function filledIn({ type, data, ...given }: PartialEvent, nowMs: number): WebhookEnvelope {
  const example = exampleData(type);
  return {
    id: `evt_test${Math.random().toString(36).slice(2)}`,
    api_version: 'v1',
    timestamp: new Date(nowMs).toISOString(),
    sequence: type.startsWith('webhook.') ? null : 1,
    ...given,
    type,
    data: { object: { ...example.object, ...data?.object }, previous: data?.previous ?? example.previous },
  };
}
