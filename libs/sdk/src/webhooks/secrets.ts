import { InvalidSecretError, parseSecret } from '@droptrack/webhooks';
import { WebhookVerificationError } from './webhook-verification-error';

/** @throws {WebhookVerificationError} `invalid_secret`; the type says texts, but they often come from the environment. */
export function keysOf(secrets: string | readonly string[]): Uint8Array[] {
  const given: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets];
  try {
    if (given.length === 0) return [parseSecret('')];
    return given.map((secret) => parseSecret(typeof secret === 'string' ? secret : ''));
  } catch (error) {
    if (!(error instanceof InvalidSecretError)) throw error;
    throw new WebhookVerificationError('invalid_secret', error.message);
  }
}
