import { createReadStream } from 'node:fs';
import type { Database } from '@droptrack/persistence';
import type { BenchContext } from '../context';
import { interleave } from '../interleave';
import { BenchError } from '../process/bench-error';
import { type CommandRun, runCommand } from '../process/command';
import { line, type Measurement } from '../report/measurement';
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

/** Runs `droptrack lists load`. @throws {BenchError} when it does not activate all wallets. */
export async function loadList(
  context: BenchContext,
  databaseUrl: string,
  { drop, list: { file, rows }, hasTree }: ListLoad,
): Promise<CommandRun> {
  const ofTree = hasTree ? ['--tree', 'uniswap', '--columns', 'wallet=address,amount=amount,index=index'] : [];
  const run = await runCommand(context, databaseUrl, ['lists', 'load', drop, file, '--unit', 'token', ...ofTree]);
  const loaded = run.result as { outcome: string; wallets: number } | null;
  if (loaded?.outcome !== 'loaded' || loaded.wallets !== rows)
    throw new BenchError(`lists load did not load ${rows} wallets\n${run.printed}`);
  return run;
}

/** `lists load` without a tree, beside COPY of the same rows and a primary key; with a tree, alone. The last list stays. */
export async function benchLoad(
  context: BenchContext,
  db: Database,
  databaseUrl: string,
  load: ListLoad,
): Promise<Measurement[]> {
  const { list, hasTree } = load;
  context.progress(hasTree ? 'Loading lists with their trees …' : 'Loading lists …');
  const peakMb: number[] = [];
  const ours = async (): Promise<number> => {
    await emptyLists(db);
    const run = await loadList(context, databaseUrl, load);
    peakMb.push(run.peakMb);
    return run.seconds;
  };
  const { loads } = context.plan.lists;
  const plain = (): Promise<number> => copy(db, list);
  const rounds = hasTree
    ? { ...(await interleave(loads, { ours })), plain: [] }
    : await interleave(loads, { ours, plain });
  const what = `lists load${hasTree ? ' --tree uniswap' : ''}, ${formatFigure(list.rows)} wallets`;
  const loaded = line(what, 's', rounds.ours);
  return [
    hasTree
      ? { ...loaded, target: list.rows <= TREE.rows ? { below: TREE.secondsMax } : undefined }
      : { ...loaded, beside: { what: 'COPY + primary key', rounds: rounds.plain }, target: { atMost: 3 } },
    line(`${what}: peak memory`, 'MB', peakMb, { below: PEAK_MB_MAX }),
  ];
}

/** The state before the first round, on disk, so that no round pays for the writes of another. */
export async function emptyLists(db: Database): Promise<void> {
  await db.query('DROP TABLE IF EXISTS plain_list');
  await db.query('DELETE FROM lists');
  await db.query('TRUNCATE list_rows, list_nodes');
  await db.query('CHECKPOINT');
}

async function copy(db: Database, { copyFile }: ListFile): Promise<number> {
  await emptyLists(db);
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
