import type { Database } from '@droptrack/persistence';
import type { BenchContext } from '../context';
import { interleave } from '../interleave';
import { BenchError } from '../process/bench-error';
import { runCommand } from '../process/command';
import { known, line, type Measurement } from '../report/measurement';
import { formatFigure } from '../report/report';
import { type ChunkFiles, writeChunks } from './chunk-files';
import { emptyLists } from './load';

const RATIO_MAX = 2;
const CSV_TERMS = [
  '--tree',
  'uniswap',
  '--unit',
  'base',
  '--columns',
  'wallet=address,amount=amount,index=index',
] as const;

/** `lists load` of a published tree in chunk files, with their proofs, beside one CSV of the same rows. */
export async function benchChunks(
  context: BenchContext,
  db: Database,
  databaseUrl: string,
  drop: string,
): Promise<Measurement[]> {
  const chunks = await writeChunks(context);
  const { files, loads } = context.plan.lists.chunks;
  context.progress('Loading chunk files …');
  const load = async (path: string, args: readonly string[]): Promise<number> => {
    await emptyLists(db);
    const rooted = ['--expect-root', chunks.root];
    const run = await runCommand(context, databaseUrl, ['lists', 'load', drop, path, ...args, ...rooted]);
    assertLoaded(run.result, chunks, run.printed);
    return run.seconds;
  };
  const rounds = await interleave(loads, {
    ours: () => load(chunks.folder, ['--format', 'uniswap']),
    csv: () => load(chunks.csv, CSV_TERMS),
  });
  const what = `lists load, ${formatFigure(files)} chunk files of ${formatFigure(chunks.rows)} claims with proofs`;
  return known([
    {
      ...line(what, 's', rounds.ours, { atMost: RATIO_MAX }),
      beside: { what: 'one CSV of the same rows', rounds: rounds.csv },
    },
  ]);
}

/** @throws {BenchError} */
function assertLoaded(result: unknown, { rows }: ChunkFiles, printed: string): void {
  const { outcome, wallets } = (result ?? {}) as { readonly outcome?: string; readonly wallets?: number };
  if (outcome !== 'loaded' || wallets !== rows)
    throw new BenchError(`lists load did not load ${rows} claims\n${printed}`);
}
