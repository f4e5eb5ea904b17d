import { parseSecret } from '@droptrack/webhooks';
import { WebhookVerificationError } from './webhook-verification-error';

/** @throws {WebhookVerificationError} `invalid_secret`; the type says texts, but they often come from the environment. */
export function keysOf(secrets: string | readonly string[]): Uint8Array[] {
  try {
    const keys = [secrets].flat().map((secret) => parseSecret(String(secret ?? '')));
    return keys.length > 0 ? keys : [parseSecret('')];
  } catch (error) {
    throw new WebhookVerificationError('invalid_secret', (error as Error).message);
  }
}
