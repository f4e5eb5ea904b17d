import type { WebhookEvent } from '@droptrack/contracts';
import {
  type SignatureFault,
  type SignedMessage,
  TOLERANCE_SECONDS,
  type Trust,
  verifySignature,
} from '@droptrack/webhooks';
import { rawBodyOf, textOf } from './raw-body';
import { eventIn } from './received-event';
import { keysOf } from './secrets';
import { signedHeaders, type WebhookHeaders } from './signed-headers';
import { WebhookVerificationError } from './webhook-verification-error';

/** How strict {@link verifyWebhook} is about time. */
export interface VerifyWebhookOptions {
  /**
   * How far the clocks may be apart, either way, in seconds; 300 when not given. What is older may be a replay.
   * With one that is no number everything is refused.
   */
  toleranceSeconds?: number | undefined;
  /** Unix time in milliseconds, for tests; the clock's when not given. */
  nowMs?: number | undefined;
}

/**
 * The event in a webhook, once it is certain that Droptrack has sent exactly these bytes to this endpoint, within the
 * last five minutes (Standard Webhooks 1.0). Needs no client and no API key, and sends nothing.
 *
 * Deliveries come at least once and in any order: know a repetition by `event.id`, and answer 2xx within 15 s. What
 * `event.data.object` is follows from `event.type`; have a `default` for types of the future.
 *
 * @param rawBody - the text or the bytes exactly as they came, not parsed: JSON written again is other bytes.
 * @param secret - `whsec_…`, as told when the endpoint was made; the old and the new one while they are rotated.
 * @throws {WebhookVerificationError} when it must not be acted on; `code` says why, `message` what to mend.
 * @example
 * import { verifyWebhook } from '@droptrack/sdk';
 *
 * export async function receive(request: Request, secret: string): Promise<Response> {
 *   const event = verifyWebhook(await request.text(), request.headers, secret);
 *   switch (event.type) {
 *     case 'drop.status_changed':
 *       console.log(`${event.data.object.name}: ${event.data.previous.status} → ${event.data.object.status}`);
 *       break;
 *     case 'hype.threshold_crossed':
 *       console.log(`${event.data.object.name} went ${event.data.object.direction} past ${event.data.object.threshold}`);
 *       break;
 *     default:
 *       console.log(`not handled: ${event.type}`);
 *   }
 *   return new Response(null, { status: 204 });
 * }
 */
export function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, nowMs = Date.now() }: VerifyWebhookOptions = {},
): WebhookEvent {
  const trust: Trust = { keys: keysOf(secret), nowMs, toleranceSeconds };
  const body = rawBodyOf(rawBody);
  const message = { ...signedHeaders(headers), body };
  assertGenuine(message, trust);
  return eventIn(body);
}

/** @throws {WebhookVerificationError} */
function assertGenuine(message: SignedMessage, trust: Trust): void {
  const { fault, ageSeconds } = verifySignature(message, trust);
  if (fault === null) return;
  const isChanged = fault === 'signature_mismatch' && isRewritten(message, trust);
  const messages: Record<SignatureFault | 'body_changed', string> = {
    timestamp_malformed: 'webhook-timestamp is not in seconds',
    timestamp_too_old: `webhook-timestamp is ${ageSeconds} s old: a replay, or the clock here is fast`,
    timestamp_in_future: `webhook-timestamp is ${-ageSeconds} s in the future: the clock here is slow`,
    signature_version_unknown: 'webhook-signature is not of version v1',
    signature_mismatch: 'No signature matches: the secret is of another endpoint or old, or the body is not as it came',
    body_changed: 'The body is not as it came: it was parsed and written again, or has a line end more',
  };
  const code = isChanged ? 'body_changed' : fault;
  throw new WebhookVerificationError(code, messages[code]);
}

/** Whether only white space differs from what was signed: the most usual mistake, and worth telling apart. */
function isRewritten(message: SignedMessage, trust: Trust): boolean {
  try {
    const body = JSON.stringify(JSON.parse(textOf(message.body)));
    return verifySignature({ ...message, body }, trust).fault === null;
  } catch {
    return false;
  }
}
