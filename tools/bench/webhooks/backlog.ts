import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, DeliveryQueue } from '@droptrack/persistence';
import type { BenchContext } from '../context';
import { interleave } from '../interleave';
import { BenchError } from '../process/bench-error';
import { known, line, type Measurement } from '../report/measurement';
import { formatFigure } from '../report/report';
import { startBenchWorker } from '../servers';
import { SubscribedEndpoints } from './endpoints';
import type { Receivers } from './receivers';

const LEASED_AT_ONCE = 256;
const LEASE_MS = 30_000;
/** Time between two leases by the clock that they are given, so that no endpoint's rate limits them. */
const STEP_MS = 200;
const STEPS = 10;
/** Leases that do not count, while connections and query plans are new. */
const WARM_UP_LEASES = 5;

/**
 * A backlog that is due when a worker starts: the worker's rate and memory, and the cost of a lease at the beginning and
 * at the end of the backlog, interleaved on two databases. The second has its deliveries marked as delivered in steps and
 * is vacuumed once, as PostgreSQL does by itself within a minute; sending all of them would take minutes.
 */
export async function benchBacklog(context: BenchContext, receivers: Receivers): Promise<Measurement[]> {
  const { endpoints: count, backlog } = context.plan.webhooks;
  const create = async (name: string): Promise<SubscribedEndpoints> => {
    context.progress(`Creating a backlog of ${formatFigure(backlog.deliveries)} deliveries …`);
    const endpoints = await SubscribedEndpoints.create(context, name, receivers.good(count));
    await fill(endpoints.db, Math.ceil(backlog.deliveries / count));
    return endpoints;
  };
  const full = await create('webhooks_backlog');
  const drained = await create('webhooks_drained');
  try {
    const { rate, peakMb } = await watchWorker(context, drained, receivers);
    context.progress('Leasing deliveries …');
    await markAllBut(drained, 2 * backlog.leases * LEASED_AT_ONCE);
    const [first, last] = [new LeaseTimer(full.db), new LeaseTimer(drained.db)];
    const variants = { first: () => first.next(), last: () => last.next() };
    await interleave(WARM_UP_LEASES, variants);
    const tookUs = await interleave(backlog.leases, variants);
    const what = `backlog of ${formatFigure(backlog.deliveries)}`;
    return known([
      {
        ...line(`${what}: a lease at its end, each delivery`, 'µs', tookUs.last),
        beside: { what: 'at its beginning', rounds: tookUs.first },
      },
      line(`${what}: delivered`, '/s', [rate]),
      line(`${what}: peak memory of the worker`, 'MB', [peakMb], { below: 300 }),
    ]);
  } finally {
    await Promise.all([full.close(), drained.close()]);
  }
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

/** Leases deliveries and records their outcomes. */
class LeaseTimer {
  readonly #queue: DeliveryQueue;
  #nowMs = Date.now();

  constructor(db: Database) {
    this.#queue = new DeliveryQueue(db, { leaseMs: LEASE_MS, ratePerSecond: 50 });
  }

  /** Microseconds of a lease, for each delivery. @throws {BenchError} when none is left. */
  async next(): Promise<number> {
    const nowMs = (this.#nowMs += STEP_MS);
    const beganMs = performance.now();
    const { deliveries } = await this.#queue.lease({ nowMs, max: LEASED_AT_ONCE });
    const tookMs = performance.now() - beganMs;
    if (deliveries.length === 0) throw new BenchError('There is no delivery to lease');
    const end = { atMs: nowMs, durationMs: 5, statusCode: 204, error: null, response: null, retryAfterMs: null };
    const outcomes = deliveries.map((delivery) => ({ ...end, delivery, isDelivered: true }));
    await this.#queue.record(outcomes, { nowMs, random: Math.random });
    return (1_000 * tookMs) / deliveries.length;
  }
}

/** Starts a worker and counts its deliveries for a while, from the first event of all endpoints. */
async function watchWorker(
  context: BenchContext,
  endpoints: SubscribedEndpoints,
  receivers: Receivers,
): Promise<{ rate: number; peakMb: number }> {
  context.progress('A worker starts on the backlog …');
  await receivers.clear();
  const worker = await startBenchWorker(context, endpoints.environment);
  try {
    await receivers.until(endpoints.count);
    const before = (await receivers.arrivals()).length;
    const beganMs = performance.now();
    await sleep(context.plan.webhooks.backlog.watchedMs);
    const arrivals = await receivers.arrivals();
    const rate = (1_000 * (arrivals.length - before)) / (performance.now() - beganMs);
    return { rate, peakMb: worker.peakMb };
  } finally {
    await worker.stop();
  }
}

/** Marks deliveries as delivered, apart from the latest of each endpoint. */
async function markAllBut({ db, count }: SubscribedEndpoints, left: number): Promise<void> {
  const [span] = await db.query<{ first: number; last: number }>(
    `SELECT min(event)::float8 AS first, max(event)::float8 AS last FROM deliveries WHERE status = 'pending'`,
  );
  const { first, last } = span ?? { first: 0, last: 0 };
  const until = last - Math.ceil(left / count);
  for (let step = 1; step <= STEPS; step += 1) {
    await db.query(
      `UPDATE deliveries SET status = 'delivered', delivered_at = now() WHERE status = 'pending' AND event <= $1`,
      [Math.floor(first + ((until - first) * step) / STEPS)],
    );
  }
  await db.query('VACUUM deliveries');
}
