import { readFile } from 'node:fs/promises';
import { SecretBox, SecretKeyError } from '@droptrack/persistence';
import type { Config } from '../config/config';
import { webhookKeyFile } from '../config/webhook-key-file';
import { CliError } from '../output/cli-error';

/**
 * What opens the secrets of endpoints: the key that is set, or that of the home (see {@link webhookKeyFile}).
 *
 * @returns null where there is neither.
 * @throws {CliError} `webhook_key` for one that cannot be one; says nothing of what it holds.
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
      hint: 'It is base64 of 32 bytes; several by commas. droptrack webhooks new-key makes one.',
    });
  }
}

/** What a file system says may quote the path, which may be the key in the wrong variable. */
async function readKeys(name: string, file: string, mayLack: boolean): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (mayLack && code === 'ENOENT') return null;
    throw new CliError('webhook_key', `${name}: the file cannot be read (${code ?? 'unknown'})`);
  }
}
