import type { BenchContext } from './context';
import { DropsWithReadings } from './data/drops-with-readings';
import { interleave } from './interleave';
import { BenchError } from '../processes/bench-error';
import { beside, line, type Measurement } from './report/measurement';
import { formatFigure } from './report/report';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const ROUNDS = 5;

/** Recompute runs of the worker: over a whole catalogue at the full hour, and after readings of some drops. */
export async function benchPass(context: BenchContext): Promise<Measurement[]> {
  const { count, changed } = context.sizes({ count: 10_000, changed: 200 }, { count: 60, changed: 5 });
  const drops = await DropsWithReadings.create(context, count, 'pass');
  const program = await context.startChild('persistence', 'servers');
  // Time advances from run to run.
  let nowMs = drops.createdAtMs;
  const pass = async (expected: number, version: string | null = null): Promise<number> => {
    // A little later than now: the clock advances during the run.
    await drops.setClock(nowMs + MINUTE_MS / 2);
    const result = await program.call('recompute', drops.databaseUrl, nowMs, version);
    if (result.drops !== expected)
      throw new BenchError(`The pass recomputed ${result.drops} drops where ${expected} were due`);
    return result.seconds;
  };
  /** Seconds for the point of a full hour, of every drop. */
  const hour = (version: string | null = null): Promise<number> => {
    nowMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS + HOUR_MS;
    return pass(count, version);
  };
  // The first run publishes the drops with their readings, and includes compilation.
  await hour();
  context.progress('Recomputing …');
  const rounds = await interleave(context.rounds(ROUNDS), {
    hour: () => hour(),
    before: () => hour('2026.3'),
    some: async () => {
      nowMs += MINUTE_MS;
      await drops.addReadings(changed, nowMs);
      return pass(changed);
    },
  });
  const { peakMb } = program;
  await program.stop();
  await drops.close();
  const size = `${formatFigure(count)} drops`;
  const hourly = line(`hourly pass, ${size}`, 's', rounds.hour);
  return [
    { ...hourly, target: { below: 20 } },
    beside(hourly, 'ruleset 2026.3', rounds.before),
    line(`hourly pass, ${size}: peak memory`, 'MB', [peakMb], { below: 512 }),
    line(`pass after ${changed} changed of ${size}`, 's', rounds.some, { below: 1 }),
  ];
}
