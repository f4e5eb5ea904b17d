import { SecretBox, SecretKeyError } from '@droptrack/persistence';
import { randomBytes } from 'node:crypto';
import { access, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../output/cli-error';
import type { Config, Environment } from './config';

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

/**
 * Decryption of endpoint secrets, with the configured key or with the key file of the home ({@link webhookKeyFile}).
 *
 * @returns null if there is neither.
 * @throws {CliError} `webhook_key` for an invalid key; the message does not contain the key.
 */
export async function openWebhookBox({ home, webhooks }: Pick<Config, 'home' | 'webhooks'>): Promise<SecretBox | null> {
  const own = webhookKeyFile(home);
  const [name, text] =
    webhooks.key === null
      ? [own, await readKeys(own, own, true)]
      : 'text' in webhooks.key
        ? ['WEBHOOK_SECRET_KEY', webhooks.key.text]
        : ['WEBHOOK_SECRET_KEY_FILE', await readKeys('WEBHOOK_SECRET_KEY_FILE', webhooks.key.file, false)];
  if (text === null) return null;
  try {
    return SecretBox.fromKeys(text.split(/[\s,]+/).filter((key) => key !== ''));
  } catch (cause) {
    if (!(cause instanceof SecretKeyError)) throw cause;
    throw new CliError('webhook_key', `${name}: ${cause.message}`, {
      cause,
      hint: 'A key is 32 bytes in base64; separate several keys with commas. Generate one with: droptrack webhooks new-key',
    });
  }
}

/** Key file, without the error message of the file system: it quotes the path, which may be a key in the wrong variable. */
async function readKeys(name: string, file: string, mayLack: boolean): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (mayLack && code === 'ENOENT') return null;
    throw new CliError('webhook_key', `${name}: the file cannot be read (${code ?? 'unknown'})`);
  }
}

const KEY_BYTES = 32;

/** Random key for `WEBHOOK_SECRET_KEY`, in base64. */
export const generateWebhookKey = (): string => randomBytes(KEY_BYTES).toString('base64');

/** File of the key that encrypts endpoint secrets, for the embedded database and the demo. */
export const webhookKeyFile = (home: string): string => join(home, 'webhook-key');

/**
 * Creates the key file of a home, readable only by its owner. An existing file is never overwritten: a new key could not
 * decrypt the stored secrets. Call it only from the service that has claimed the home.
 *
 * @throws {CliError} `home_unusable`.
 */
export async function provideWebhookKeyFile(home: string): Promise<string> {
  const file = webhookKeyFile(home);
  try {
    if (await isThere(file)) return file;
    // Written to another file and renamed: the mode is right from the start, and no reader sees a partial file.
    await writeFile(`${file}.new`, `${generateWebhookKey()}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
    return file;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new CliError('home_unusable', `${file} cannot be written (${code ?? message})`, { cause });
  }
}

/** @throws any file system error except ENOENT. */
async function isThere(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
