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
import type { BenchContext } from './bench-context';
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
export async function runBenches(only: readonly BenchName[], context: BenchContext): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  const run = async (name: BenchName, bench: () => Promise<Measurement[]>): Promise<void> => {
    if (only.includes(name)) measurements.push(...(await bench()));
  };
  if (OVER_POSTGRES.some((name) => only.includes(name))) {
    const postgres = await Postgres.start(context.scratch, context.root, context.cleanup);
    const catalogues = new Catalogues(postgres, context.progress);
    await run('http', () => benchHttp(context, catalogues));
    await run('queries', () => benchQueries(context, catalogues));
    await run('limits', () => benchLimits(context, catalogues));
    await run('cost', () => benchCost(context, catalogues));
    await run('latency', () => benchLatency(context, catalogues));
    await run('writes', () => benchWrites(context, postgres));
    await run('log', () => benchLog(context, postgres));
    await run('pass', () => benchPass(context, postgres));
    await run('readings', () => benchReadings(context, postgres));
    await run('polls', () => benchPolls(context, postgres));
    await run('webhooks', () => benchWebhooks(context, postgres));
    await run('lists', () => benchLists(context, postgres));
  }
  await run('start', () => benchStart(context));
  await run('score', () => benchScore(context));
  await run('fold', () => benchFold(context));
  await run('sdk', () => benchSdk(context));
  return measurements;
}
