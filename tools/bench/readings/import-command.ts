import { BenchError } from '../process/bench-error';
import { type MeasuredCommand, runMeasured } from '../measured-command';
import { rssMbOf } from '../process/usage';
import type { BenchContext } from '../bench-context';

/** What a run of the command took. */
export type ImportRun = Pick<MeasuredCommand, 'seconds' | 'peakMb'>;

const LOOK = { memoryMbOf: rssMbOf, everyMs: 50 };

/**
 * Runs `droptrack signals import` as a person does, without the points that the worker makes after it.
 *
 * @throws {BenchError} when it does not add `expected` readings.
 */
export async function runImport(
  context: BenchContext,
  databaseUrl: string,
  file: string,
  expected: number,
): Promise<ImportRun> {
  const args = ['signals', 'import', file, '--no-backfill'];
  const { seconds, peakMb, result, said } = await runMeasured(context, databaseUrl, args, LOOK);
  const added = (result as { added: number } | null)?.added ?? 0;
  if (added !== expected) throw new BenchError(`signals import added ${added} of ${expected}\n${said}`.trim());
  return { seconds, peakMb };
}
