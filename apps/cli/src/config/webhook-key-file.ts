import { randomBytes } from 'node:crypto';
import { access, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../output/cli-error';

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
