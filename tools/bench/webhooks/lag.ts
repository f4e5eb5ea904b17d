import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchContext } from '../context';
import { interleave } from '../interleave';
import { BenchError } from '../process/bench-error';
import { freePort } from '../process/free-port';
import { line, type Measurement, quantile, type Target } from '../report/measurement';
import { formatFigure } from '../report/report';
import { startBenchWorker } from '../servers';
import { SubscribedEndpoints } from './endpoints';
import type { Receivers } from './receivers';

/** From the commit of each change to the first byte of each delivery of it, milliseconds. */
type Lags = readonly number[];

/**
 * Changes one by one for good endpoints, alone and beside dead ones. Half of the dead reject connections and half never
 * respond, from the beginning: the worker knows nothing of them.
 */
export async function benchLag(context: BenchContext, receivers: Receivers): Promise<Measurement[]> {
  const { good, dead, rounds, perSecond } = context.plan.webhooks.lag;
  const urls = receivers.good(good);
  const closed = await Promise.all(Array.from({ length: dead / 2 }, freePort));
  const withDead = [
    ...urls,
    ...closed.map((port) => `http://127.0.0.1:${port}/`),
    ...receivers.hanging.slice(0, dead / 2),
  ];
  let round = 0;
  const lags = await interleave(rounds, {
    alone: () => {
      context.progress(`Changes for ${good} endpoints, alone and beside ${dead} dead, ${(round += 1)} of ${rounds} …`);
      return measureLags(context, receivers, `webhooks_alone_${round}`, urls);
    },
    beside: () => measureLags(context, receivers, `webhooks_dead_${round}`, withDead),
  });
  const what = `commit to first byte, ${formatFigure(perSecond)} changes a second, ${good} endpoints`;
  const of = (name: string, seen: readonly Lags[], share: number, target?: Target): Measurement => {
    const figures = seen.map((each) => quantile(each, share));
    return line(`${what}${name}${share === 0.5 ? '' : ', 99th percentile'}`, 'ms', figures, target);
  };
  const alone = of('', lags.alone, 0.99, { below: 150 });
  return [
    of('', lags.alone, 0.5),
    alone,
    of(` beside ${dead} dead`, lags.beside, 0.5),
    {
      ...of(` beside ${dead} dead`, lags.beside, 0.99, { atMost: 2 }),
      beside: { what: 'alone', rounds: alone.rounds },
    },
  ];
}

/** Measures a worker and a database of their own. @param urls - the good endpoints, and then the dead ones. */
async function measureLags(
  context: BenchContext,
  receivers: Receivers,
  database: string,
  urls: readonly string[],
): Promise<Lags> {
  const { perSecond, roundMs, good } = context.plan.webhooks.lag;
  const endpoints = await SubscribedEndpoints.create(context, database, urls);
  const worker = await startBenchWorker(context, endpoints.environment);
  try {
    await receivers.clear();
    const committedMs = new Map<number, number>();
    const beginMs = performance.now();
    for (let n = 0; n * 1_000 < roundMs * perSecond; n += 1) {
      await sleep(Math.max(0, beginMs + (n * 1_000) / perSecond - performance.now()));
      const { atMs, seq } = await endpoints.change();
      committedMs.set(seq, atMs);
    }
    await receivers.until(committedMs.size * good);
    if ((await endpoints.attempted()) < urls.length) throw new BenchError('Some endpoints had no attempt');
    const arrivals = await receivers.arrivals();
    const seqs = await endpoints.seqs();
    return arrivals.map(([, id, atMs]) => atMs - (committedMs.get(seqs.get(id) ?? 0) ?? Number.NaN));
  } finally {
    await worker.stop();
    await endpoints.close();
  }
}
