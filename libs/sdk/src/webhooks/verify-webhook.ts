import type { WebhookEvent } from '@droptrack/contracts';
import {
  type SignatureFault,
  type SignedMessage,
  TOLERANCE_SECONDS,
  type VerificationOptions,
  verifySignature,
} from '@droptrack/webhooks';
import { rawBodyOf, textOf } from './raw-body';
import { eventIn } from './received-event';
import { keysOf } from './secrets';
import { signedHeaders, type WebhookHeaders } from './signed-headers';
import { WebhookVerificationError } from './webhook-verification-error';

/** Options of {@link verifyWebhook}. */
export interface VerifyWebhookOptions {
  /**
   * Maximum difference between the timestamp of the delivery and the current time, in seconds, in both directions. It
   * limits replays. Default: 300. NaN rejects every delivery.
   */
  toleranceSeconds?: number | undefined;
  /** Current Unix time in milliseconds, for tests. Default: the system clock. */
  nowMs?: number | undefined;
}

/**
 * Verifies signature and timestamp of a delivery (Standard Webhooks 1.0) and returns its event. It needs no client and no
 * API key, and sends no request.
 *
 * Deliveries arrive at least once and in any order: deduplicate them by `event.id`, and respond with 2xx within 15 s. The
 * type of `event.data.object` depends on `event.type`; handle unknown types in a `default` branch.
 *
 * @param rawBody - request body exactly as received, as text or bytes. Parsed and re-serialized JSON is a different body.
 * @param headers - headers of the request.
 * @param secret - secret of the endpoint, `whsec_…`; during a rotation an array of the old and the new secret.
 * @param options - `toleranceSeconds` and `nowMs`.
 * @throws {@link WebhookVerificationError} for a delivery that must not be processed; `code` identifies the reason, `message`
 *   the likely cause.
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
  const trust: VerificationOptions = { keys: keysOf(secret), nowMs, toleranceSeconds };
  const body = rawBodyOf(rawBody);
  const message = { ...signedHeaders(headers), body };
  assertGenuine(message, trust);
  return eventIn(body);
}

/** @throws {@link WebhookVerificationError} */
function assertGenuine(message: SignedMessage, trust: VerificationOptions): void {
  const { fault, ageSeconds } = verifySignature(message, trust);
  if (fault === null) return;
  const isChanged = fault === 'signature_mismatch' && isRewritten(message, trust);
  const messages: Record<SignatureFault | 'body_changed', string> = {
    timestamp_malformed: 'webhook-timestamp is not a Unix time in seconds',
    timestamp_too_old: `webhook-timestamp is ${ageSeconds} s old: a replay, or the clock of this server is fast`,
    timestamp_in_future: `webhook-timestamp is ${-ageSeconds} s in the future: the clock of this server is slow`,
    signature_version_unknown: 'webhook-signature has no signature of version v1',
    signature_mismatch: 'No signature matches: the secret is outdated or of another endpoint, or the body was changed',
    body_changed: 'The body was changed: it was parsed and serialized again, or has an extra line break',
  };
  const code = isChanged ? 'body_changed' : fault;
  throw new WebhookVerificationError(code, messages[code]);
}

/** True when the body differs from the signed one only in white space, the most common mistake. */
function isRewritten(message: SignedMessage, trust: VerificationOptions): boolean {
  try {
    const body = JSON.stringify(JSON.parse(textOf(message.body)));
    return verifySignature({ ...message, body }, trust).fault === null;
  } catch {
    return false;
  }
}
