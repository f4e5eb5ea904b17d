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
    .option(
      '--url <address>',
      'base URL of the API (default: DROPTRACK_BASE_URL, or else the API of this installation)',
    )
    .option('--key-file <file>', 'file that contains the API key (default: DROPTRACK_API_KEY)');
}

/** Client of the selected API. @throws {CliError} without a usable key. */
export async function openApi(session: Session, { url, keyFile }: ApiFlags): Promise<Droptrack> {
  const { connectApi } = await import('./commands/api-client');
  return connectApi({
    // White space is cut as by the SDK: a file or a shell may have left a line break.
    url: url ?? (session.env['DROPTRACK_BASE_URL']?.trim() || null),
    own: configOf(session).api,
    keyFile: keyFile === undefined ? null : resolve(session.cwd, keyFile),
    key: session.env['DROPTRACK_API_KEY'],
  });
}
