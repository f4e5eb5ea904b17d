import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { addApiOptions, type ApiFlags, openApi } from './program-api';
import type { Session } from './runtime';
import { withExamples } from './usage';

interface CheckFlags extends ApiFlags {
  readonly drop?: string;
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
    .option('--drop <drop>', 'id of the only drop to check');
  addApiOptions(check).action(async (wallet: string, flags: CheckFlags) => {
    const [{ checkWallet }, { untilInterrupted }] = await Promise.all([
      import('./commands/check'),
      import('./commands/api-client'),
    ]);
    const client = await openApi(session, flags);
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
