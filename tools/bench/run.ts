import { Postgres } from './data/postgres';
import { benchFold } from './fold/fold-bench';
import { benchHttp } from './http/http-bench';
import { benchLog } from './log/log-bench';
import type { BenchName } from './options';
import type { Measurement } from './report/measurement';
import { benchPass } from './pass/pass-bench';
import { benchReadings } from './readings/readings-bench';
import { benchScore } from './score/score-bench';
import { benchStart } from './start/start-bench';
import type { Workshop } from './workshop';

/** Runs the benches that are asked for, one after the other. @throws whatever does not run as it should. */
export async function runBenches(only: readonly BenchName[], workshop: Workshop): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  const wants = (name: BenchName): boolean => only.includes(name);
  if (wants('http') || wants('log') || wants('pass') || wants('readings')) {
    const postgres = await Postgres.start(workshop.scratch, workshop.root, workshop.undo);
    if (wants('http')) measurements.push(...(await benchHttp(workshop, postgres)));
    if (wants('log')) measurements.push(...(await benchLog(workshop, postgres)));
    if (wants('pass')) measurements.push(...(await benchPass(workshop, postgres)));
    if (wants('readings')) measurements.push(...(await benchReadings(workshop, postgres)));
  }
  if (wants('start')) measurements.push(...(await benchStart(workshop)));
  if (wants('score')) measurements.push(...(await benchScore(workshop)));
  if (wants('fold')) measurements.push(...(await benchFold(workshop)));
  return measurements;
}
