import { readFile } from 'node:fs/promises';
import { Droptrack, UsageError } from '@droptrack/sdk';
import type { Listener } from '../config/config';
import { reachableUrl } from '../config/address';
import { CliError, INVALID_ARGUMENT } from '../output/cli-error';
import { onStopSignal, type SignalSource } from '../up/interruption';

/** Where the API is, and who asks. */
export interface ApiAccess {
  /** Null: `own`. */
  readonly url: string | null;
  /** Where the API of this installation listens. */
  readonly own: Listener;
  /** Absolute; null: `key`. */
  readonly keyFile: string | null;
  readonly key: string | undefined;
}

/** @throws {CliError} when there is no key, or it or the address cannot be one. */
export async function connectApi({ url, own, keyFile, key }: ApiAccess): Promise<Droptrack> {
  const apiKey = keyFile === null ? (key ?? '') : await readKey(keyFile);
  if (apiKey === '') {
    throw new CliError(INVALID_ARGUMENT, 'The API key is missing', {
      hint: 'Set DROPTRACK_API_KEY, or name a file that holds it: --key-file.',
    });
  }
  try {
    return new Droptrack({ apiKey, baseUrl: url ?? reachableUrl(own) });
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    throw new CliError(INVALID_ARGUMENT, cause.message, { cause });
  }
}

async function readKey(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (cause) {
    throw new CliError('key_file', 'The file of --key-file cannot be read', { cause });
  }
}

/** Runs `work` with a signal that the first Ctrl-C fires, so that it can put down what it has. */
export async function untilInterrupted<T>(
  signals: SignalSource,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const stopListening = onStopSignal(signals, () => stop.abort());
  try {
    return await work(stop.signal);
  } finally {
    stopListening();
  }
}
