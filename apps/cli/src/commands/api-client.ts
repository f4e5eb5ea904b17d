import { readFile } from 'node:fs/promises';
import { ApiError, Droptrack, DroptrackError, UsageError } from '@droptrack/sdk';
import { type Listener, reachableUrl } from '../config/config';
import { CliError, INVALID_ARGUMENT } from '../output/cli-error';
import { onStopSignal, type SignalSource } from '../up/interruption';

/** URL of the API, and the key. */
interface ApiAccess {
  /** Null for `own`. */
  readonly url: string | null;
  /** Listener of the API of this installation. */
  readonly own: Listener;
  /** Absolute; null to use `key`. */
  readonly keyFile: string | null;
  readonly key: string | undefined;
}

/** @throws {CliError} for a missing or malformed key, and for an invalid URL. */
export async function connectApi({ url, own, keyFile, key }: ApiAccess): Promise<Droptrack> {
  const apiKey = keyFile === null ? (key ?? '') : await readKey(keyFile);
  if (apiKey === '') {
    throw new CliError(INVALID_ARGUMENT, 'The API key is missing', {
      hint: 'Set DROPTRACK_API_KEY, or pass a file that contains it: --key-file.',
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

/** Converts an error of the SDK into a {@link CliError}; other errors stay as they are. */
export function explainFailure(error: unknown, more: { readonly hint?: string } = {}): unknown {
  if (error instanceof ApiError) {
    const details = { status: error.status, request_id: error.requestId };
    return new CliError(error.code, error.detail === '' ? error.message : error.detail, { cause: error, details });
  }
  return error instanceof DroptrackError ? new CliError(error.code, error.message, { cause: error, ...more }) : error;
}

/** Runs `work` with a signal that aborts at the first Ctrl-C, so that it can save its progress. */
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
