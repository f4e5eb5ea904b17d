import { createReadStream } from 'node:fs';
import type { Database } from '@droptrack/persistence';
import type { BenchContext } from '../context';
import { elapsedMs, interleave } from '../interleave';
import { BenchError } from '../../processes/bench-error';
import { type CommandRun, runCommand } from '../command';
import { beside, line, type Measurement } from '../report/measurement';
import { formatFigure } from '../report/report';
import type { ListFile } from './list-file';

export interface ListLoad {
  readonly drop: string;
  readonly list: ListFile;
  /** True to build the Merkle tree as well. */
  readonly hasTree: boolean;
}

/** For a million wallets with their tree. */
const TREE = { rows: 1_000_000, secondsMax: 15 } as const;
const PEAK_MB_MAX = 500;
const ROUNDS = 3;

/** Runs `droptrack lists load`. @throws {BenchError} when it does not activate all wallets. */
export async function loadList(
  context: BenchContext,
  databaseUrl: string,
  { drop, list: { file, rows }, hasTree }: ListLoad,
): Promise<CommandRun> {
  const ofTree = hasTree ? ['--tree', 'uniswap', '--columns', 'wallet=address,amount=amount,index=index'] : [];
  // Made-up rows are not as many as the published list of the drop has.
  const args = ['--unit', 'token', '--accept-mismatch', ...ofTree];
  const run = await runCommand(context, databaseUrl, ['lists', 'load', drop, file, ...args]);
  const loaded = run.result as { outcome: string; wallets: number } | null;
  if (loaded?.outcome !== 'loaded' || loaded.wallets !== rows)
    throw new BenchError(`lists load did not load ${rows} wallets\n${run.printed}`);
  return run;
}

/** `lists load` beside COPY of the same rows and a primary key, and with a tree. The list with the tree stays. */
export async function benchLoads(
  context: BenchContext,
  db: Database,
  databaseUrl: string,
  { plain, treed, list }: { readonly plain: string; readonly treed: string; readonly list: ListFile },
): Promise<Measurement[]> {
  context.progress('Loading lists …');
  const load = (drop: string, hasTree: boolean) => async (): Promise<CommandRun> => {
    await emptyLists(db);
    return loadList(context, databaseUrl, { drop, list, hasTree });
  };
  const rounds = await interleave(context.rounds(ROUNDS), {
    copy: () => copy(db, list),
    plain: load(plain, false),
    treed: load(treed, true),
  });
  const size = `${formatFigure(list.rows)} wallets`;
  const secondsOf = (name: 'plain' | 'treed') => rounds[name].map(({ seconds }) => seconds);
  const peaks = (name: 'plain' | 'treed', what: string): Measurement => {
    const peakMb = rounds[name].map((run) => run.peakMb);
    return line(`${what}: peak memory`, 'MB', peakMb, { below: PEAK_MB_MAX });
  };
  const [loads, withTree] = [`lists load, ${size}`, `lists load --tree uniswap, ${size}`];
  const target = list.rows <= TREE.rows ? { below: TREE.secondsMax } : undefined;
  return [
    beside(line(loads, 's', secondsOf('plain'), { atMost: 3 }), 'COPY + primary key', rounds.copy),
    peaks('plain', loads),
    line(withTree, 's', secondsOf('treed'), target),
    peaks('treed', withTree),
  ];
}

/** The state before the first round, on disk, so that no round pays for the writes of another. */
async function emptyLists(db: Database): Promise<void> {
  await db.query('DROP TABLE IF EXISTS plain_list');
  await db.query('DELETE FROM lists');
  await db.query('TRUNCATE list_rows, list_nodes');
  await db.query('CHECKPOINT');
}

async function copy(db: Database, { copyFile }: ListFile): Promise<number> {
  await emptyLists(db);
  const ms = await elapsedMs(() =>
    db.transaction(async (sql) => {
      await sql.query(
        'CREATE TABLE plain_list (list_id bigint NOT NULL DEFAULT 1, wallet bytea NOT NULL, amount numeric)',
      );
      const rows = createReadStream(copyFile, 'utf8') as AsyncIterable<string>;
      await sql.copy('COPY plain_list (wallet, amount) FROM STDIN', rows);
      await sql.query('ALTER TABLE plain_list ADD PRIMARY KEY (list_id, wallet)');
    }),
  );
  return ms / 1_000;
}
