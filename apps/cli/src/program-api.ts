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
    .option('--url <address>', 'base URL of the API (default: the running service)')
    .option('--key-file <file>', 'file that contains the API key (default: DROPTRACK_API_KEY)');
}

/** Client of the selected API: the one given, that of the running service, or the configured address. @throws {CliError} without a usable key. */
export async function openApi(session: Session, { url, keyFile }: ApiFlags): Promise<Droptrack> {
  const [{ connectApi }, { readService }] = await Promise.all([
    import('./commands/api-client'),
    import('./up/service-file'),
  ]);
  const { home, api } = configOf(session);
  return connectApi({
    url: url ?? (await readService(home))?.apiUrl ?? null,
    own: api,
    keyFile: keyFile === undefined ? null : resolve(session.cwd, keyFile),
    key: session.env['DROPTRACK_API_KEY'],
  });
}
