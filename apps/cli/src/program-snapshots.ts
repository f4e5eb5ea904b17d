import { resolve } from 'node:path';
import { Argument, type Command, Option } from 'commander';
import { configOf, type Session } from './runtime';
import { withExamples } from './usage';

/** What there are snapshots of. */
const KINDS = ['drops', 'hype', 'allocations'] as const;

interface PullFlags {
  readonly out: string;
  readonly csv?: boolean;
  readonly asOf?: string;
  readonly from?: string;
  readonly to?: string;
  readonly url?: string;
  readonly keyFile?: string;
}

/** Registers `droptrack snapshots …`. */
export function registerSnapshots(program: Command, session: Session, end: (code: number) => void): void {
  const snapshots = program
    .command('snapshots')
    .summary('get all rows of a kind from the API')
    .description('Bulk snapshots: the whole catalogue, a whole score history, a whole list (docs/bulk-snapshots.md).');
  withExamples(snapshots, ['snapshots'], ['droptrack snapshots pull drops --out drops.ndjson']);
  registerPull(snapshots, session, end);
}

function registerPull(snapshots: Command, session: Session, end: (code: number) => void): void {
  const pull = snapshots
    .command('pull')
    .summary('write a snapshot to a file')
    .description(
      'Gets a snapshot from the API, makes sure that all of it came, and puts it in place of the file. What a cut ' +
        'transfer left in <file>.part is gone on with. The key, of the plan scale, is read from DROPTRACK_API_KEY ' +
        'or a file.',
    )
    .addArgument(new Argument('<what>', 'what to get').choices(KINDS))
    .argument('[drop]', 'whose history or list')
    .requiredOption('--out <file>', 'where to write it')
    .option('--csv', 'a table for a spreadsheet, in place of lines of JSON')
    .option('--as-of <instant>', 'drops: the catalogue as it stood then, such as 2026-08-22T10:00:00Z')
    .addOption(new Option('--from <instant>', 'hype: no hour before it'))
    .addOption(new Option('--to <instant>', 'hype: no hour after it'))
    .option('--url <address>', 'of the API; the one of this installation when not given')
    .option('--key-file <file>', 'a file with the key in it, in place of DROPTRACK_API_KEY')
    .action(async (what: (typeof KINDS)[number], drop: string | undefined, flags: PullFlags) => {
      const [{ pullSnapshot }, { connectApi, untilInterrupted }] = await Promise.all([
        import('./commands/snapshots-pull'),
        import('./commands/snapshots-client'),
      ]);
      const client = await connectApi({
        url: flags.url ?? null,
        own: configOf(session).api,
        keyFile: flags.keyFile === undefined ? null : resolve(session.cwd, flags.keyFile),
        key: session.env['DROPTRACK_API_KEY'],
      });
      const args = {
        what,
        dropId: drop ?? null,
        path: resolve(session.cwd, flags.out),
        file: flags.out,
        csv: flags.csv ?? false,
        asOf: flags.asOf ?? null,
        from: flags.from ?? null,
        to: flags.to ?? null,
      };
      const { output, signals } = session;
      end(await untilInterrupted(signals, (signal) => pullSnapshot(args, { client, output, signal })));
    });
  withExamples(
    pull,
    ['snapshots', 'pull'],
    [
      'droptrack snapshots pull drops --out drops.csv --csv',
      'droptrack snapshots pull drops --as-of 2026-08-22T00:00:00Z --out drops.ndjson',
      'droptrack snapshots pull hype linea --from 2026-08-01T00:00:00Z --out linea-hype.ndjson',
      'droptrack snapshots pull allocations linea --out linea.ndjson --url https://api.example.com --key-file key.txt',
    ],
  );
}
