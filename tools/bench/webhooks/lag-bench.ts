import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError } from '../process/bench-error';
import type { Postgres } from '../data/postgres';
import { freePort } from '../process/free-port';
import { WorkerProcess } from '../polls/worker-process';
import type { Measurement } from '../report/measurement';
import { quantile } from '../report/spread';
import { formatFigure } from '../report/table';
import type { BenchContext } from '../bench-context';
import type { Receivers } from './receivers';
import { ToldEndpoints } from './told-endpoints';

/** How late deliveries were: from the commit of a change to the first bytes of what tells it, milliseconds. */
type Lags = readonly number[];

/**
 * How late receivers are told of changes that come one by one: all of them alive, and most of them dead. The dead ones,
 * half of which refuse connections and half of which never answer, are so from the beginning: nothing is known of them.
 */
export async function benchLag(
  context: BenchContext,
  postgres: Postgres,
  receivers: Receivers,
): Promise<Measurement[]> {
  const { living, dead, rounds } = context.plan.webhooks.lag;
  const alive = Array.from({ length: living }, (_, index) => receivers.answering(index));
  const refusing = Array.from({ length: dead / 2 }, async () => `http://127.0.0.1:${await freePort()}/`);
  const all = [...alive, ...(await Promise.all(refusing)), ...receivers.hanging.slice(0, dead / 2)];
  const seen: { quiet: Lags; troubled: Lags }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    seen.push({
      quiet: await watch(context, postgres, { name: `webhooks_alive_${round}`, urls: alive, living, receivers }),
      troubled: await watch(context, postgres, { name: `webhooks_dead_${round}`, urls: all, living, receivers }),
    });
  }
  const { perSecond } = context.plan.webhooks.lag;
  const quiet = seen.map((round) => round.quiet);
  const troubled = seen.map((round) => round.troubled);
  const what = `commit to first byte, ${formatFigure(perSecond)} changes a second, ${living} endpoints`;
  const among = `${what} beside ${dead} dead`;
  return [
    line(what, quiet, 0.5),
    { ...line(`${what}, 99 of 100`, quiet, 0.99), target: { below: 150 } },
    line(among, troubled, 0.5),
    { ...line(`${among}, 99 of 100`, troubled, 0.99), target: { below: 2_000 } },
  ];
}

const line = (what: string, seen: readonly Lags[], share: number): Measurement => ({
  bench: 'webhooks',
  what,
  unit: 'ms',
  rounds: seen.map((lags) => quantile(lags, share)),
});

interface Watched {
  readonly name: string;
  readonly urls: readonly string[];
  /** How many of them answer, the first ones. */
  readonly living: number;
  readonly receivers: Receivers;
}

/** By a worker and a database of their own. */
async function watch(
  context: BenchContext,
  postgres: Postgres,
  { name, urls, living, receivers }: Watched,
): Promise<Lags> {
  const { perSecond, spanMs } = context.plan.webhooks.lag;
  const told = await ToldEndpoints.create(postgres, name, urls);
  const worker = await WorkerProcess.start(context, told.environment);
  try {
    await receivers.forget();
    const committedMs = new Map<number, number>();
    const beginMs = performance.now();
    for (let n = 0; n * 1_000 < spanMs * perSecond; n += 1) {
      await sleep(Math.max(0, beginMs + (n * 1_000) / perSecond - performance.now()));
      const { atMs, firstSeq } = await told.change(1);
      committedMs.set(firstSeq, atMs);
    }
    await receivers.until(committedMs.size * living);
    if ((await told.tried()) < urls.length) throw new BenchError('Some endpoints were never tried');
    const arrivals = await receivers.arrivals();
    const seqs = await told.seqs();
    return arrivals.map(([, id, atMs]) => atMs - (committedMs.get(seqs.get(id) ?? 0) ?? Number.NaN));
  } finally {
    await worker.stop();
    await told.close();
  }
}
