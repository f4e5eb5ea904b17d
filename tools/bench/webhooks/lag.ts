import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@droptrack/program/testing';
import type { BenchContext } from '../context';
import { interleave } from '../interleave';
import { BenchError } from '../process/bench-error';
import { line, type Measurement, quantile, type Target } from '../report/measurement';
import { formatFigure } from '../report/report';
import { startBenchWorker } from '../servers';
import { SubscribedEndpoints } from './endpoints';
import type { Receivers } from './receivers';

/** From the commit of each change to the first byte of each delivery of it, milliseconds. */
type Lags = readonly number[];

/** Lags of the first seconds of a worker, and those after them. */
interface MeasuredLags {
  readonly started: Lags;
  readonly warm: Lags;
}

/**
 * Changes one by one for good endpoints, alone and beside dead ones. The dead subscribe together once the worker has
 * delivered for some seconds, so that the cost of its start is in neither figure. Half of them reject connections and half
 * never respond, from the beginning: the worker knows nothing of them.
 */
export async function benchLag(context: BenchContext, receivers: Receivers): Promise<Measurement[]> {
  const { good, dead, rounds, perSecond } = context.plan.webhooks.lag;
  const urls = receivers.good(good);
  const closed = await Promise.all(Array.from({ length: dead / 2 }, freePort));
  const deadUrls = [...closed.map((port) => `http://127.0.0.1:${port}/`), ...receivers.hanging.slice(0, dead / 2)];
  let round = 0;
  const lags = await interleave(rounds, {
    alone: () => {
      context.progress(`Changes for ${good} endpoints, alone and beside ${dead} dead, ${(round += 1)} of ${rounds} …`);
      return measureLags(context, receivers, `webhooks_alone_${round}`, { good: urls, dead: [] });
    },
    beside: () => measureLags(context, receivers, `webhooks_dead_${round}`, { good: urls, dead: deadUrls }),
  });
  const what = `commit to first byte, ${formatFigure(perSecond)} changes a second, ${good} endpoints`;
  const of = (name: string, seen: readonly Lags[], share: number, target?: Target): Measurement => {
    const figures = seen.map((each) => quantile(each, share));
    return line(`${what}${name}${share === 0.5 ? '' : ', 99th percentile'}`, 'ms', figures, target);
  };
  const warm = (all: readonly MeasuredLags[]): Lags[] => all.map((lags) => lags.warm);
  const alone = of('', warm(lags.alone), 0.99, { below: 150 });
  return [
    of(
      ', worker just started',
      [...lags.alone, ...lags.beside].map(({ started }) => started),
      0.99,
    ),
    of('', warm(lags.alone), 0.5),
    alone,
    of(` beside ${dead} dead`, warm(lags.beside), 0.5),
    {
      ...of(` beside ${dead} dead`, warm(lags.beside), 0.99, { atMost: 2 }),
      beside: { what: 'alone', rounds: alone.rounds },
    },
  ];
}

/** Measures a worker and a database of their own. */
async function measureLags(
  context: BenchContext,
  receivers: Receivers,
  database: string,
  { good, dead }: { readonly good: readonly string[]; readonly dead: readonly string[] },
): Promise<MeasuredLags> {
  const { perSecond, warmUpMs, roundMs } = context.plan.webhooks.lag;
  const endpoints = await SubscribedEndpoints.create(context, database, good);
  const worker = await startBenchWorker(context, endpoints.environment);
  const lagsFor = (durationMs: number) =>
    lagsOf(endpoints, receivers, {
      changes: Math.ceil((durationMs * perSecond) / 1_000),
      perSecond,
      good: good.length,
    });
  try {
    const started = await lagsFor(warmUpMs);
    await endpoints.subscribe(dead);
    const warm = await lagsFor(roundMs);
    if ((await endpoints.attempted()) < endpoints.count) throw new BenchError('Some endpoints had no attempt');
    return { started, warm };
  } finally {
    await worker.stop();
    await endpoints.close();
  }
}

/** Commits changes at a rate and waits for all deliveries to the good endpoints. */
async function lagsOf(
  endpoints: SubscribedEndpoints,
  receivers: Receivers,
  { changes, perSecond, good }: { readonly changes: number; readonly perSecond: number; readonly good: number },
): Promise<Lags> {
  await receivers.clear();
  const committedMs = new Map<number, number>();
  const beginMs = performance.now();
  for (let n = 0; n < changes; n += 1) {
    await sleep(Math.max(0, beginMs + (n * 1_000) / perSecond - performance.now()));
    const { atMs, seq } = await endpoints.change();
    committedMs.set(seq, atMs);
  }
  await receivers.until(changes * good);
  const arrivals = await receivers.arrivals();
  const seqs = await endpoints.seqs();
  return arrivals.map(([, id, atMs]) => atMs - (committedMs.get(seqs.get(id) ?? 0) ?? Number.NaN));
}
