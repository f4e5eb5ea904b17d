import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@droptrack/program/testing';
import type { Database } from '@droptrack/persistence';
import type { BenchContext } from '../context';
import { interleave } from '../interleave';
import { BenchError } from '../../processes/bench-error';
import type { ChildProgram } from '../child-program';
import type { RunningProgram } from '../../processes/server-process';
import type { Programs } from '../programs';
import { beside, known, line, type Measurement, quantile, type Target } from '../report/measurement';
import { formatFigure } from '../report/report';
import { startBenchWorker } from '../servers';
import { SubscribedEndpoints } from './endpoints';

type Receivers = ChildProgram<Programs['receivers']>;

const ROUNDS = 7;
const LAG_ROUNDS = 2;

/**
 * The worker program and its deliveries, over a database as durable as the service's. Receivers are on loopback and use
 * plain HTTP (`WEBHOOK_ALLOW_INSECURE`), as does the yardstick: TLS handshakes are in none of the figures.
 */
export async function benchWebhooks(context: BenchContext): Promise<Measurement[]> {
  const receivers = await context.startChild('receivers', 'load');
  const dead = context.sizes(90, 4);
  const [port = 0, ...hanging] = await receivers.call('listen', dead / 2);
  const good = (count: number) => Array.from({ length: count }, (_, n) => `http://127.0.0.1:${port}/endpoints/${n}`);
  // Half of the dead reject connections and half never respond, from the beginning: the worker knows nothing of them.
  const closed = await Promise.all(Array.from({ length: dead / 2 }, freePort));
  const deadUrls = [...closed, ...hanging].map((each) => `http://127.0.0.1:${each}/`);
  const measurements = [
    ...(await benchFanOut(context, receivers, good)),
    ...(await benchLag(context, receivers, good(context.sizes(10, 2)), deadUrls)),
    ...(await benchBacklog(context, receivers, good)),
  ];
  await receivers.stop();
  return measurements;
}

/** Deliveries, with the time that they took and the CPU time of the sending process (NaN where it is not reported). */
interface Sent {
  readonly deliveries: number;
  readonly tookMs: number;
  readonly cpuMs: number;
}

/**
 * One event, and many events, to many endpoints, beside a loop that only signs and sends as many. The worker's figures
 * include reading the log, events, fan-out, leases, signatures, attempts and outcomes.
 */
async function benchFanOut(
  context: BenchContext,
  receivers: Receivers,
  good: (count: number) => string[],
): Promise<Measurement[]> {
  const { count, events } = context.sizes({ count: 1_000, events: 20 }, { count: 20, events: 2 });
  const endpoints = await SubscribedEndpoints.create(context, 'webhooks_fan_out', good(count));
  const worker = await startBenchWorker(context, endpoints.environment);
  const loop = await context.startChild('deliveries', 'servers');
  const [url = ''] = good(1);
  const bare = async (deliveries: number): Promise<Sent> => {
    await receivers.call('clear');
    const cpuMs = loop.cpuMs;
    const tookMs = await loop.call('deliver', url, await endpoints.lastBody(), deliveries);
    return { deliveries, tookMs, cpuMs: loop.cpuMs - cpuMs };
  };
  const deliver = (changes: number) => deliverChanges(endpoints, worker, receivers, changes);
  await deliver(1);
  await bare(count);
  context.progress(`Events to ${formatFigure(count)} endpoints …`);
  const rounds = await interleave(context.rounds(ROUNDS), {
    one: () => deliver(1),
    many: () => deliver(events),
    bare: () => bare(events * count),
  });
  for (const each of [loop, worker]) await each.stop();
  await endpoints.close();
  const what = `${formatFigure(count)} endpoints`;
  const compare = (unit: string, rate: (sent: Sent) => number): Measurement =>
    beside(
      line(`deliveries, many events to ${what}`, unit, rounds.many.map(rate), { atLeast: 0.25 }),
      'bare undici, signs and sends',
      rounds.bare.map(rate),
    );
  const seconds = rounds.one.map(({ tookMs }) => tookMs / 1_000);
  return known([
    line(`one event to ${what}: from commit to the last`, 's', seconds, { below: 4 }),
    compare('/s', ({ deliveries, tookMs }) => (1_000 * deliveries) / tookMs),
    compare('/CPU s', ({ deliveries, cpuMs }) => (1_000 * deliveries) / cpuMs),
  ]);
}

/** From the first commit to the last delivery; CPU time until the last outcome is recorded. */
async function deliverChanges(
  endpoints: SubscribedEndpoints,
  worker: RunningProgram,
  receivers: Receivers,
  changes: number,
): Promise<Sent> {
  await receivers.call('clear');
  const cpuMs = worker.cpuMs;
  const deliveries = changes * endpoints.count;
  const { atMs } = await endpoints.change();
  for (let n = 1; n < changes; n += 1) await endpoints.change();
  const lastMs = await receivers.call('until', deliveries);
  await endpoints.untilDelivered();
  return { deliveries, tookMs: lastMs - atMs, cpuMs: worker.cpuMs - cpuMs };
}

/** From the commit of each change to the first byte of each delivery of it, milliseconds. */
type Lags = readonly number[];

/**
 * Changes one by one for good endpoints, alone and beside dead ones. The dead subscribe together once the worker has
 * delivered for some seconds, so that the cost of its start is not in the figures.
 */
async function benchLag(
  context: BenchContext,
  receivers: Receivers,
  good: readonly string[],
  dead: readonly string[],
): Promise<Measurement[]> {
  let databases = 0;
  const measure = (others: readonly string[]) => (): Promise<Lags> => {
    context.progress(`Changes for ${good.length} endpoints beside ${others.length} dead …`);
    return measureLags(context, receivers, `webhooks_lag_${(databases += 1)}`, { good, dead: others });
  };
  const lags = await interleave(context.rounds(LAG_ROUNDS), { alone: measure([]), beside: measure(dead) });
  const of = (name: string, all: readonly Lags[], share: number, target?: Target): Measurement => {
    const what = `commit to first byte, ${PER_SECOND} changes a second, ${good.length} endpoints${name}`;
    const figures = all.map((each) => quantile(each, share));
    return line(`${what}${share === 0.5 ? '' : ', 99th percentile'}`, 'ms', figures, target);
  };
  const alone = of('', lags.alone, 0.99, { below: 150 });
  const name = ` beside ${dead.length} dead`;
  return [
    of('', lags.alone, 0.5),
    alone,
    of(name, lags.beside, 0.5),
    beside(of(name, lags.beside, 0.99, { atMost: 2 }), 'alone', alone.rounds),
  ];
}

const PER_SECOND = 10;

/** Measures a worker and a database of their own. */
async function measureLags(
  context: BenchContext,
  receivers: Receivers,
  database: string,
  { good, dead }: { readonly good: readonly string[]; readonly dead: readonly string[] },
): Promise<Lags> {
  const { warmUpMs, roundMs } = context.sizes({ warmUpMs: 3_000, roundMs: 15_000 }, { warmUpMs: 200, roundMs: 500 });
  const endpoints = await SubscribedEndpoints.create(context, database, good);
  const worker = await startBenchWorker(context, endpoints.environment);
  const lagsFor = async (durationMs: number): Promise<Lags> => {
    const changes = Math.ceil((durationMs * PER_SECOND) / 1_000);
    await receivers.call('clear');
    const committedMs = new Map<number, number>();
    const beginMs = performance.now();
    for (let n = 0; n < changes; n += 1) {
      await sleep(Math.max(0, beginMs + (n * 1_000) / PER_SECOND - performance.now()));
      const { atMs, seq } = await endpoints.change();
      committedMs.set(seq, atMs);
    }
    await receivers.call('until', changes * good.length);
    const seqs = await endpoints.seqs();
    const arrivals = await receivers.call('list');
    return arrivals.map(([, id, atMs]) => atMs - (committedMs.get(seqs.get(id) ?? 0) ?? Number.NaN));
  };
  try {
    await lagsFor(warmUpMs);
    await endpoints.subscribe(dead);
    const lags = await lagsFor(roundMs);
    if ((await endpoints.attempted()) < endpoints.count) throw new BenchError('Some endpoints had no attempt');
    return lags;
  } finally {
    await worker.stop();
    await endpoints.close();
  }
}

/** A backlog that is due when a worker starts: the worker's rate and memory. */
async function benchBacklog(
  context: BenchContext,
  receivers: Receivers,
  good: (count: number) => string[],
): Promise<Measurement[]> {
  const { count, backlog, watchedMs } = context.sizes(
    { count: 1_000, backlog: 300_000, watchedMs: 15_000 },
    { count: 20, backlog: 4_000, watchedMs: 100 },
  );
  const what = `backlog of ${formatFigure(backlog)} deliveries`;
  context.progress(`Creating a ${what} …`);
  const endpoints = await SubscribedEndpoints.create(context, 'webhooks_backlog', good(count));
  await fill(endpoints.db, Math.ceil(backlog / count));
  await receivers.call('clear');
  const worker = await startBenchWorker(context, endpoints.environment);
  // From the first event of all endpoints.
  await receivers.call('until', count);
  const [before, beganMs] = [await receivers.call('count'), performance.now()];
  await sleep(watchedMs);
  const rate = (1_000 * ((await receivers.call('count')) - before)) / (performance.now() - beganMs);
  const { peakMb } = worker;
  await worker.stop();
  await endpoints.close();
  return known([
    line(`${what}: delivered`, '/s', [rate]),
    line(`${what}: peak memory of the worker`, 'MB', [peakMb], { below: 300 }),
  ]);
}

/** Adds events for every endpoint, as long as real ones, all due for an hour. */
async function fill(db: Database, events: number): Promise<void> {
  await db.query(
    `INSERT INTO events (id, type, seq, recorded_at, body)
     SELECT 'evt_backlog' || n, 'drop.updated', n, now(), (SELECT body::text FROM revisions ORDER BY seq LIMIT 1)
     FROM generate_series(1, $1::int) AS n`,
    [events],
  );
  await db.query(
    `INSERT INTO deliveries (endpoint_id, event, status, due_at, created_at)
     SELECT e.id, v.place, 'pending', now() - interval '1 hour', now() - interval '1 hour'
     FROM events AS v CROSS JOIN webhook_endpoints AS e WHERE v.id LIKE 'evt\\_backlog%'`,
  );
  await db.query('VACUUM ANALYZE deliveries, events');
}
