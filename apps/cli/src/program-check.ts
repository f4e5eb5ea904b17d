import { text } from 'node:stream/consumers';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { configOf, type Session } from './runtime';
import { withExamples } from './usage';

interface CheckFlags {
  readonly drop?: string;
  readonly url?: string;
  readonly keyFile?: string;
}

/** Registers `droptrack check`. */
export function registerCheck(program: Command, session: Session, end: (code: number) => void): void {
  const check = program
    .command('check')
    .summary('check a wallet against all drops')
    .description(
      'Checks a wallet against all drops, or one, through the API, and prints what it can claim first (docs/lists.md). ' +
        'Needs an API key of plan pro or scale, from DROPTRACK_API_KEY or --key-file.',
    )
    .argument(
      '<wallet>',
      'address of the wallet; - reads it from standard input, which keeps it out of the shell history',
    )
    .option('--drop <drop>', 'id of the only drop to check')
    .option('--url <address>', 'base URL of the API (default: the API of this installation)')
    .option('--key-file <file>', 'file that contains the API key (default: DROPTRACK_API_KEY)')
    .action(async (wallet: string, flags: CheckFlags) => {
      const [{ checkWallet }, { connectApi, untilInterrupted }] = await Promise.all([
        import('./commands/check'),
        import('./commands/snapshots-client'),
      ]);
      const client = await connectApi({
        url: flags.url ?? null,
        own: configOf(session).api,
        keyFile: flags.keyFile === undefined ? null : resolve(session.cwd, flags.keyFile),
        key: session.env['DROPTRACK_API_KEY'],
      });
      const args = {
        wallet: wallet === '-' ? (await text(session.stdin)).trim() : wallet,
        dropId: flags.drop ?? null,
      };
      const { output, signals } = session;
      end(await untilInterrupted(signals, (signal) => checkWallet(args, { client, output, signal })));
    });
  withExamples(
    check,
    ['check'],
    [
      'droptrack check 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      'droptrack check - --url https://api.example.com --key-file key.txt < wallet.txt',
      'droptrack check 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 --drop linea --json',
    ],
  );
}
