import type { Droptrack } from '@droptrack/sdk';
import type { Command } from 'commander';
import { resolve } from 'node:path';
import { configOf, type Session } from './runtime';

/** Options of a command that calls the API. */
export interface ApiFlags {
  readonly url?: string;
  readonly keyFile?: string;
}

/** Adds the options that select the API and its key. */
export function addApiOptions(command: Command): Command {
  return command
    .option('--url <address>', 'base URL of the API (default: DROPTRACK_BASE_URL, or else the running service)')
    .option('--key-file <file>', 'file that contains the API key (default: DROPTRACK_API_KEY)');
}

/**
 * Client of the selected API: that of `--url`, of `DROPTRACK_BASE_URL`, of the running service, or of the configured address.
 *
 * @throws {CliError} without a usable key.
 */
export async function openApi(session: Session, { url, keyFile }: ApiFlags): Promise<Droptrack> {
  const [{ connectApi }, { readService }] = await Promise.all([
    import('./commands/api-client'),
    import('./up/service-file'),
  ]);
  const { home, api } = configOf(session);
  // White space is cut as by the SDK: a file or a shell may have left a line break.
  const stated = session.env['DROPTRACK_BASE_URL']?.trim();
  return connectApi({
    url: url ?? (stated || (await readService(home))?.apiUrl) ?? null,
    own: api,
    keyFile: keyFile === undefined ? null : resolve(session.cwd, keyFile),
    key: session.env['DROPTRACK_API_KEY'],
  });
}
