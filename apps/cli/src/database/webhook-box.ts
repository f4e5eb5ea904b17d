import { readFile } from 'node:fs/promises';
import { SecretBox, SecretKeyError } from '@droptrack/persistence';
import type { Config } from '../config/config';
import { webhookKeyFile } from '../config/webhook-key-file';
import { CliError } from '../output/cli-error';

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
