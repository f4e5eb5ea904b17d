import type { SignatureFault } from '@droptrack/webhooks';
import { DroptrackError } from '../errors';

/**
 * Why a webhook was refused.
 *
 * Yours to mend: `invalid_secret`, `body_not_raw` (it was parsed, or read, before), `body_changed` (the sender's JSON
 * in other white space). Perhaps a clock: `timestamp_too_old`, `timestamp_in_future`. Not from Droptrack, or signed
 * with the secret of another endpoint: `missing_header` and the others. Genuine, and no event: `body_not_json`,
 * `body_not_event`.
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
 * A webhook that must not be acted on, or that nobody could verify as it was given. Answer 400: it is sent again later,
 * so none is lost while the mistake is mended. `message` is for your log and names the likely cause, never a secret.
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
