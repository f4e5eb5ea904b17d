import { BenchError } from '../process/bench-error';
import { type MeasuredCommand, runMeasured } from '../measured-command';
import { peakRssMbOf } from '../process/usage';
import type { BenchContext } from '../bench-context';
import type { WrittenList } from './written-list';

/** What a run of the command took; its memory is the highest that the system ever saw. */
export type LoadRun = Pick<MeasuredCommand, 'seconds' | 'peakMb'>;

/** The figure is gone with the process, so it is looked at until the end. */
const LOOK = { memoryMbOf: peakRssMbOf, everyMs: 25 };

/**
 * Runs `droptrack lists load` as a person does.
 *
 * @param isTree - whether its tree is made as well.
 * @throws {BenchError} when it does not put all the wallets in force.
 */
export async function runLoad(
  context: BenchContext,
  databaseUrl: string,
  drop: string,
  { file, rows }: WrittenList,
  isTree: boolean,
): Promise<LoadRun> {
  const ofTree = isTree ? ['--tree', 'uniswap', '--columns', 'wallet=address,amount=amount,index=index'] : [];
  const args = ['lists', 'load', drop, file, '--unit', 'token', ...ofTree];
  const { seconds, peakMb, result, said } = await runMeasured(context, databaseUrl, args, LOOK);
  const loaded = result as { outcome: string; wallets: number } | null;
  if (loaded?.outcome !== 'loaded' || loaded.wallets !== rows) {
    throw new BenchError(`lists load did not load ${rows} wallets\n${said}`.trim());
  }
  return { seconds, peakMb };
}
