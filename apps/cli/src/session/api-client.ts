import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ApiError, Droptrack, DroptrackError, UsageError } from '@droptrack/sdk';
import { reachableUrl } from '../config/config';
import { readService } from '../database/service-file';
import { CliError, INVALID_ARGUMENT } from '../output/cli-error';
import { configOf, type Session } from './session';

/** Options that select the API and its key. */
export interface ApiOptions {
  readonly url: string | null;
  readonly keyFile: string | null;
}

/**
 * Client of the selected API: that of `--url`, of `DROPTRACK_BASE_URL`, of the running service, or of the configured address.
 *
 * @throws {CliError} for a missing or malformed key, and for an invalid URL.
 */
export async function openApi(session: Session, { url, keyFile }: ApiOptions): Promise<Droptrack> {
  const { home, api } = configOf(session);
  // White space is cut as by the SDK: a file or a shell may have left a line break.
  const configured = session.env['DROPTRACK_BASE_URL']?.trim();
  const selected = url ?? (configured || (await readService(home))?.apiUrl);
  const key = session.env['DROPTRACK_API_KEY'] ?? '';
  const apiKey = keyFile === null ? key : await readKey(resolve(session.cwd, keyFile));
  if (apiKey === '') {
    throw new CliError(INVALID_ARGUMENT, 'The API key is missing', {
      hint: 'Set DROPTRACK_API_KEY, or pass a file that contains it: --key-file.',
    });
  }
  try {
    return new Droptrack({ apiKey, baseUrl: selected ?? reachableUrl(api) });
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
