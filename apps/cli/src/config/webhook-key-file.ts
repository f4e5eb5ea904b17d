import { randomBytes } from 'node:crypto';
import { access, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../output/cli-error';

const KEY_BYTES = 32;

/** A fresh key for `WEBHOOK_SECRET_KEY`. */
export const generateWebhookKey = (): string => randomBytes(KEY_BYTES).toString('base64');

/** Where a database of our own, and the demo, have the key that seals secrets of endpoints. */
export const webhookKeyFile = (home: string): string => join(home, 'webhook-key');

/**
 * Sees to it that the key file of a home is there, readable by its owner only. One that is there stays as it is,
 * whatever it holds: another key in its place would open no secret. For the one service of the home.
 *
 * @throws {CliError} `home_unusable`.
 */
export async function provideWebhookKeyFile(home: string): Promise<string> {
  const file = webhookKeyFile(home);
  try {
    if (await isThere(file)) return file;
    // By way of another file, so that the mode is right from the start and nobody reads a half.
    await writeFile(`${file}.new`, `${generateWebhookKey()}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
    return file;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new CliError('home_unusable', `${file} cannot be written (${code ?? message})`, { cause });
  }
}

/** @throws what the system says, unless that is that there is no such file. */
async function isThere(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
