import type { SignatureFault } from '@droptrack/webhooks';
import { DroptrackError } from '../errors';

/**
 * Reason for which a webhook was rejected.
 *
 * - Errors in the receiver: `invalid_secret`, `body_not_raw` (consumed or parsed before), `body_changed` (same JSON with
 *   different white space).
 * - Replays, or a wrong clock: `timestamp_too_old`, `timestamp_in_future`.
 * - Not sent by Droptrack, or signed with the secret of another endpoint: `missing_header`, `timestamp_malformed`,
 *   `signature_version_unknown`, `signature_mismatch`.
 * - Valid signature, but not an event: `body_not_json`, `body_not_event`.
 */
export type WebhookErrorCode =
  | 'invalid_secret'
  | 'body_not_raw'
  | 'missing_header'
  | SignatureFault
  | 'body_changed'
  | 'body_not_json'
  | 'body_not_event';

/**
 * Webhook that failed the verification and must not be processed. Respond with 400: the delivery is retried later, so that
 * no event is lost until a wrong configuration is fixed. `message` is for logs: it contains the likely cause, and never a
 * secret.
 *
 * @example
 * import { verifyWebhook, WebhookVerificationError } from '@droptrack/sdk';
 *
 * export async function receive(request: Request, secret: string): Promise<Response> {
 *   try {
 *     const event = verifyWebhook(await request.text(), request.headers, secret);
 *     console.log(event.type);
 *     return new Response(null, { status: 204 });
 *   } catch (error) {
 *     if (!(error instanceof WebhookVerificationError)) throw error;
 *     console.warn(error.code, error.message);
 *     return new Response(null, { status: 400 });
 *   }
 * }
 */
export class WebhookVerificationError extends DroptrackError {
  override readonly name = 'WebhookVerificationError';
  constructor(
    readonly code: WebhookErrorCode,
    message: string,
  ) {
    super(message);
  }
}
