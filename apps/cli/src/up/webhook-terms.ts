import type { Config, Environment } from '../config/config';
import { provideWebhookKeyFile } from '../config/webhook-key-file';

/** Webhook settings of the programs of the service. */
export interface WebhookTerms {
  /** Variables in addition to the environment. */
  readonly env: Environment;
  /** False without a key: endpoints cannot be created, and nothing is delivered. */
  readonly isOn: boolean;
  readonly allowInsecure: boolean;
  /** See Announcement. */
  readonly facts: readonly (readonly [string, string])[];
}

/**
 * Encryption key of endpoint secrets: the configured key; without one, in the demo and with the embedded database, a key
 * file of the home, which is created once.
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

const on = (file: string | null): string => `on, secrets encrypted with ${file ?? 'the configured key'}`;
const OFF = 'off: WEBHOOK_SECRET_KEY is not set; see npx droptrack webhooks new-key';
const INSECURE =
  'WEBHOOK_ALLOW_INSECURE is on: endpoints may use http, any port, and addresses of this machine; for development only';
