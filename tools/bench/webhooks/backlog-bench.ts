import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, DeliveryQueue } from '@droptrack/persistence';
import { BenchError } from '../process/bench-error';
import type { Postgres } from '../data/postgres';
import { WorkerProcess } from '../polls/worker-process';
import type { Measurement } from '../report/measurement';
import { formatFigure } from '../report/table';
import type { BenchContext } from '../bench-context';
import type { Receivers } from './receivers';
import { ToldEndpoints } from './told-endpoints';

const CLAIMED_AT_ONCE = 256;
const LEASE_MS = 30_000;
/** Between two claims by the clock that they are told, so that no endpoint's pace is what bounds them. */
const STEP_MS = 200;
const STEPS = 10;
/** Of the claims of each, while connections and plans are new. */
const UNMEASURED = 5;

/**
 * A backlog that a worker wakes up to: what it holds in memory while it works it off, and what a claim costs at the
 * beginning and at the end of it, in turn, from two databases. What lies between is marked as delivered in steps, as
 * sending all of it would take the machine minutes, and vacuumed once, as the database does by itself every minute then.
 */
export async function benchBacklog(
  context: BenchContext,
  postgres: Postgres,
  receivers: Receivers,
): Promise<Measurement[]> {
  const { endpoints, backlog } = context.plan.webhooks;
  const urls = Array.from({ length: endpoints }, (_, index) => receivers.answering(index));
  const make = async (name: string): Promise<ToldEndpoints> => {
    context.progress(`Making a backlog of ${formatFigure(backlog.deliveries)} deliveries …`);
    const told = await ToldEndpoints.create(postgres, name, urls);
    await fill(told, Math.ceil(backlog.deliveries / endpoints));
    return told;
  };
  const full = await make('webhooks_backlog');
  const drained = await make('webhooks_drained');
  try {
    const seen = await work(context, drained, receivers);
    await deliverAllBut(drained, 2 * backlog.claims * CLAIMED_AT_ONCE);
    const claims = [new Claims(full.db), new Claims(drained.db)] as const;
    for (let n = 0; n < UNMEASURED + backlog.claims; n += 1) for (const each of claims) await each.next();
    const [first, last] = claims.map(({ tookUs }) => tookUs.slice(UNMEASURED));
    return report(backlog.deliveries, { first: first ?? [], last: last ?? [], ...seen });
  } finally {
    await Promise.all([full.close(), drained.close()]);
  }
}

/** As many events for each endpoint, as long as events are, all due for a while. */
async function fill({ db }: ToldEndpoints, events: number): Promise<void> {
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

/** Claims and settles again and again. */
class Claims {
  /** What each delivery of a claim took, microseconds, claim by claim. */
  readonly tookUs: number[] = [];
  readonly #queue: DeliveryQueue;
  #nowMs = Date.now();

  constructor(db: Database) {
    this.#queue = new DeliveryQueue(db, { leaseMs: LEASE_MS, ratePerSecond: 50 });
  }

  /** @throws {BenchError} when there is nothing more. */
  async next(): Promise<void> {
    const nowMs = (this.#nowMs += STEP_MS);
    const beganMs = performance.now();
    const { deliveries } = await this.#queue.lease({ nowMs, max: CLAIMED_AT_ONCE });
    const tookMs = performance.now() - beganMs;
    if (deliveries.length === 0) throw new BenchError('There is nothing to claim');
    this.tookUs.push((1_000 * tookMs) / deliveries.length);
    const end = { atMs: nowMs, durationMs: 5, statusCode: 204, error: null, response: null, retryAfterMs: null };
    const outcomes = deliveries.map((delivery) => ({ ...end, delivery, isDelivered: true }));
    await this.#queue.record(outcomes, { nowMs, random: Math.random });
  }
}

/** A worker wakes up to the backlog. */
async function work(context: BenchContext, told: ToldEndpoints, receivers: Receivers) {
  await receivers.forget();
  const worker = await WorkerProcess.start(context, told.environment);
  try {
    await receivers.until(told.count);
    const before = (await receivers.arrivals()).length;
    const beganMs = performance.now();
    await sleep(context.plan.webhooks.backlog.spanMs);
    const arrivals = await receivers.arrivals();
    return { rate: (1_000 * (arrivals.length - before)) / (performance.now() - beganMs), peakMb: worker.peakMb };
  } finally {
    await worker.stop();
  }
}

/** Of each endpoint the latest are left. */
async function deliverAllBut({ db, count }: ToldEndpoints, left: number): Promise<void> {
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

interface Seen {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly rate: number;
  readonly peakMb: number;
}

function report(deliveries: number, { first, last, rate, peakMb }: Seen): Measurement[] {
  const bench = 'webhooks';
  const backlog = `backlog of ${formatFigure(deliveries)}`;
  return [
    {
      bench,
      what: `${backlog}: a claim at its end, each delivery`,
      unit: 'µs',
      rounds: last,
      beside: { what: 'at its beginning', rounds: first },
    },
    { bench, what: `${backlog}: worked off`, unit: '/s', rounds: [rate] },
    { bench, what: `${backlog}: peak memory of the worker`, unit: 'MB', rounds: [peakMb], target: { below: 300 } },
  ];
}
