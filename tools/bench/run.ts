import { Catalogues } from './data/catalogue';
import { Postgres } from './data/postgres';
import { benchCost } from './cost/cost-bench';
import { benchFold } from './fold/fold-bench';
import { benchHttp } from './http/http-bench';
import { benchLatency } from './latency/latency-bench';
import { benchLimits } from './limits/limits-bench';
import { benchLists } from './lists/lists-bench';
import { benchLog } from './log/log-bench';
import type { BenchName } from './options';
import { benchPass } from './pass/pass-bench';
import { benchPolls } from './polls/polls-bench';
import { benchQueries } from './queries/queries-bench';
import { benchReadings } from './readings/readings-bench';
import type { Measurement } from './report/measurement';
import { benchScore } from './score/score-bench';
import { benchStart } from './start/start-bench';
import { benchSdk } from './sdk/sdk-bench';
import { benchWebhooks } from './webhooks/webhooks-bench';
import type { Workshop } from './workshop';
import { benchWrites } from './writes/writes-bench';

const OVER_POSTGRES = [
  'http',
  'queries',
  'limits',
  'cost',
  'latency',
  'writes',
  'log',
  'pass',
  'readings',
  'polls',
  'webhooks',
  'lists',
] as const;

/** Runs the benches that are asked for, one after the other. @throws whatever does not run as it should. */
export async function runBenches(only: readonly BenchName[], workshop: Workshop): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  const run = async (name: BenchName, bench: () => Promise<Measurement[]>): Promise<void> => {
    if (only.includes(name)) measurements.push(...(await bench()));
  };
  if (OVER_POSTGRES.some((name) => only.includes(name))) {
    const postgres = await Postgres.start(workshop.scratch, workshop.root, workshop.undo);
    const catalogues = new Catalogues(postgres, workshop.progress);
    await run('http', () => benchHttp(workshop, catalogues));
    await run('queries', () => benchQueries(workshop, catalogues));
    await run('limits', () => benchLimits(workshop, catalogues));
    await run('cost', () => benchCost(workshop, catalogues));
    await run('latency', () => benchLatency(workshop, catalogues));
    await run('writes', () => benchWrites(workshop, postgres));
    await run('log', () => benchLog(workshop, postgres));
    await run('pass', () => benchPass(workshop, postgres));
    await run('readings', () => benchReadings(workshop, postgres));
    await run('polls', () => benchPolls(workshop, postgres));
    await run('webhooks', () => benchWebhooks(workshop, postgres));
    await run('lists', () => benchLists(workshop, postgres));
  }
  await run('start', () => benchStart(workshop));
  await run('score', () => benchScore(workshop));
  await run('fold', () => benchFold(workshop));
  await run('sdk', () => benchSdk(workshop));
  return measurements;
}
