import { parseSecret } from '@droptrack/webhooks';
import { UsageError } from '../errors';
import { WebhookVerificationError } from './webhook-verification-error';

/**
 * Parses secrets. It accepts undefined at runtime, as secrets often come from environment variables.
 *
 * @throws {@link WebhookVerificationError} with code `invalid_secret`.
 */
export function keysOf(secrets: string | readonly string[]): Uint8Array[] {
  try {
    const keys = [secrets].flat().map((secret) => secretBytes(String(secret ?? '')));
    return keys.length > 0 ? keys : [parseSecret('')];
  } catch (error) {
    throw new WebhookVerificationError('invalid_secret', (error as Error).message);
  }
}

/** Reports surrounding white space separately: a line break from a file is invisible in a log. */
function secretBytes(secret: string): Uint8Array {
  const key = parseSecret(secret.trim());
  if (secret === secret.trim()) return key;
  throw new UsageError('The secret has white space around it, such as a line break: remove it');
}
