import { parseSecret } from '@droptrack/webhooks';
import { UsageError } from '../errors';
import { WebhookVerificationError } from './webhook-verification-error';

/** @throws {WebhookVerificationError} `invalid_secret`; the type says texts, but they often come from the environment. */
export function keysOf(secrets: string | readonly string[]): Uint8Array[] {
  try {
    const keys = [secrets].flat().map((secret) => keyOf(String(secret ?? '')));
    return keys.length > 0 ? keys : [parseSecret('')];
  } catch (error) {
    throw new WebhookVerificationError('invalid_secret', (error as Error).message);
  }
}

/** As read from a file with its line end: nothing else is wrong with it, and that cannot be seen in a print. */
function keyOf(secret: string): Uint8Array {
  const key = parseSecret(secret.trim());
  if (secret === secret.trim()) return key;
  throw new UsageError('The secret has white space around it, such as a line end: take that off');
}
