import { resolve } from 'node:path';
import { Argument, type Command, Option } from 'commander';
import { addApiOptions, type ApiFlags, openApi } from './program-api';
import type { Session } from './runtime';
import type { SnapshotKind } from './snapshots/columns';
import type { SnapshotFormat } from './snapshots/place';
import { withExamples } from './usage';

/** Kinds of bulk snapshots. */
const KINDS = ['drops', 'hype', 'allocations'] as const satisfies readonly SnapshotKind[];

interface PullFlags extends ApiFlags {
  readonly out: string;
  readonly csv?: boolean;
  readonly parquet?: boolean;
  readonly list?: string;
  readonly asOf?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Registers `droptrack snapshots …`. */
export function registerSnapshots(program: Command, session: Session, end: (code: number) => void): void {
  const snapshots = program
    .command('snapshots')
    .summary('download bulk snapshots from the API')
    .description('Download the whole catalogue, a whole hype history or a whole list (docs/bulk-snapshots.md).');
  withExamples(snapshots, ['snapshots'], ['droptrack snapshots pull drops --out drops.ndjson']);
  registerPull(snapshots, session, end);
}

const formatOf = ({ csv = false, parquet = false }: PullFlags): SnapshotFormat => {
  if (parquet) return 'parquet';
  return csv ? 'csv' : 'ndjson';
};

function registerPull(snapshots: Command, session: Session, end: (code: number) => void): void {
  const pull = snapshots
    .command('pull')
    .summary('download a snapshot to a file')
    .description(
      'Downloads a snapshot from the API, verifies that it is complete, and replaces the file. An aborted transfer is ' +
        'resumed from <file>.part. Needs an API key of plan scale, from DROPTRACK_API_KEY or --key-file.',
    )
    .addArgument(new Argument('<what>', 'kind of snapshot').choices(KINDS))
    .argument('[drop]', 'id of the drop; required for hype and allocations')
    .requiredOption('--out <file>', 'file to write')
    .addOption(new Option('--csv', 'write CSV instead of NDJSON').conflicts('parquet'))
    .option('--parquet', 'write Parquet, for DuckDB, pandas and the like, instead of NDJSON')
    .option('--list <name>', 'allocations only: a named list, such as season-2, instead of the unnamed one')
    .option('--as-of <instant>', 'drops only: the catalogue as of an instant, such as 2026-08-22T10:00:00Z')
    .addOption(new Option('--from <instant>', 'hype only: first hour'))
    .addOption(new Option('--to <instant>', 'hype only: last hour'));
  addApiOptions(pull).action(async (what: (typeof KINDS)[number], drop: string | undefined, flags: PullFlags) => {
    const [{ pullSnapshot }, { untilInterrupted }] = await Promise.all([
      import('./commands/snapshots-pull'),
      import('./commands/api-client'),
    ]);
    const client = await openApi(session, flags);
    const args = {
      what,
      dropId: drop ?? null,
      list: flags.list ?? null,
      path: resolve(session.cwd, flags.out),
      file: flags.out,
      format: formatOf(flags),
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
      'droptrack snapshots pull allocations linea --list season-2 --out linea-season-2.ndjson',
      'droptrack snapshots pull allocations linea --out linea.parquet --parquet',
      'droptrack snapshots pull allocations linea --out linea.ndjson --url https://api.example.com --key-file key.txt',
    ],
  );
}
