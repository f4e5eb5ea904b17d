import { createReadStream } from 'node:fs';
import type { Database } from '@droptrack/persistence';
import { interleave } from '../interleave';
import type { Measurement } from '../report/measurement';
import { formatFigure } from '../report/table';
import type { BenchContext } from '../bench-context';
import { type LoadRun, runLoad } from './load-command';
import type { WrittenList } from './written-list';

/** Where lists are loaded to. */
export interface ListsPlace {
  readonly db: Database;
  readonly databaseUrl: string;
}

/** Of a million wallets with their tree. */
const TREE = { rows: 1_000_000, secondsMax: 15 } as const;
const PEAK_MB_MAX = 500;

/** `lists load` without a tree, beside COPY of the same rows into a table without an index, and then the index. */
export async function benchLoad(
  context: BenchContext,
  place: ListsPlace,
  drop: string,
  list: WrittenList,
): Promise<Measurement[]> {
  context.progress('Loading lists …');
  const runs: LoadRun[] = [];
  const { ours, plain } = await interleave(context.plan.lists.loads, {
    ours: () => load(context, place, drop, list, false, runs),
    plain: () => copy(place.db, list),
  });
  const what = `lists load, ${formatFigure(list.rows)} wallets`;
  return [
    {
      bench: 'lists',
      what,
      unit: 's',
      rounds: ours,
      beside: { what: 'COPY + primary key', rounds: plain },
      target: { atMost: 4 },
    },
    peakOf(what, runs),
  ];
}

/** `lists load` with its tree. The list of the last round stays. */
export async function benchTreeLoad(
  context: BenchContext,
  place: ListsPlace,
  drop: string,
  list: WrittenList,
): Promise<Measurement[]> {
  context.progress('Loading lists with their trees …');
  const runs: LoadRun[] = [];
  const { ours } = await interleave(context.plan.lists.loads, {
    ours: () => load(context, place, drop, list, true, runs),
  });
  const what = `lists load --tree uniswap, ${formatFigure(list.rows)} wallets`;
  const target = list.rows <= TREE.rows ? { target: { below: TREE.secondsMax } } : {};
  return [{ bench: 'lists', what, unit: 's', rounds: ours, ...target }, peakOf(what, runs)];
}

/** Seconds; notes the run. */
async function load(
  context: BenchContext,
  { db, databaseUrl }: ListsPlace,
  drop: string,
  list: WrittenList,
  isTree: boolean,
  runs: LoadRun[],
): Promise<number> {
  await empty(db);
  const run = await runLoad(context, databaseUrl, drop, list, isTree);
  runs.push(run);
  return run.seconds;
}

/** As it was before the first round; what was written until now is on disk, so that nobody pays for another's. */
async function empty(db: Database): Promise<void> {
  await db.query('DROP TABLE IF EXISTS plain_list');
  await db.query('DELETE FROM lists');
  await db.query('TRUNCATE list_rows, list_nodes');
  await db.query('CHECKPOINT');
}

async function copy(db: Database, { copyFile }: WrittenList): Promise<number> {
  await empty(db);
  const began = performance.now();
  await db.transaction(async (sql) => {
    await sql.query(
      'CREATE TABLE plain_list (list_id bigint NOT NULL DEFAULT 1, wallet bytea NOT NULL, amount numeric)',
    );
    const rows = createReadStream(copyFile, 'utf8') as AsyncIterable<string>;
    await sql.copy('COPY plain_list (wallet, amount) FROM STDIN', rows);
    await sql.query('ALTER TABLE plain_list ADD PRIMARY KEY (list_id, wallet)');
  });
  return (performance.now() - began) / 1_000;
}

function peakOf(what: string, runs: readonly LoadRun[]): Measurement {
  const rounds = runs.map(({ peakMb }) => peakMb);
  return { bench: 'lists', what: `${what}: peak memory`, unit: 'MB', rounds, target: { below: PEAK_MB_MAX } };
}
