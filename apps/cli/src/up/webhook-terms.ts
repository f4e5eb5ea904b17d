import type { Config, Environment } from '../config/config';
import { provideWebhookKeyFile } from '../config/webhook-key-file';

/** Whether endpoints can be told, and what the programs of the service are given for it. */
export interface WebhookTerms {
  /** Beside what is passed on anyway. */
  readonly env: Environment;
  /** False without a key: no endpoint can be made, and nothing is delivered. */
  readonly isOn: boolean;
  readonly allowInsecure: boolean;
  /** See Announcement. */
  readonly facts: readonly (readonly [string, string])[];
}

/**
 * Finds what seals the secrets of endpoints: the key that is set; without one, in the demo and on a database of our
 * own, a file of the home, which is made once.
 *
 * @throws {CliError} `home_unusable`.
 */
export async function provideWebhookTerms(
  { home, databaseUrl, webhooks: { key, allowInsecure } }: Pick<Config, 'home' | 'databaseUrl' | 'webhooks'>,
  isDemo: boolean,
): Promise<WebhookTerms> {
  const isOurs = isDemo || databaseUrl === null;
  const file = key === null && isOurs ? await provideWebhookKeyFile(home) : null;
  const isOn = key !== null || file !== null;
  const facts: [string, string][] = [['Webhooks', isOn ? on(file) : OFF]];
  if (isOn && allowInsecure) facts.push(['', INSECURE]);
  return { env: file === null ? {} : { WEBHOOK_SECRET_KEY_FILE: file }, isOn, allowInsecure, facts };
}

const on = (file: string | null): string => `on, secrets sealed by ${file ?? 'the key that is set'}`;
const OFF = 'off: WEBHOOK_SECRET_KEY is not set; npx droptrack webhooks new-key tells how';
const INSECURE =
  'WEBHOOK_ALLOW_INSECURE is on: endpoints may be http, on any port, and on this machine; for development';
