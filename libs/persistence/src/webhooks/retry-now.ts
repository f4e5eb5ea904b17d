import { RETRY_SCHEDULE } from '@droptrack/webhooks';
import type { Database } from '../database/database';
import { lockQueue, wakeDispatchers } from './queue-lock';

/** Deliveries of one transaction. */
const ROWS_A_STEP = 5_000;

/** Result of {@link retryDeliveriesNow}. */
export interface RetryNowReport {
  /** Deliveries whose next attempt was moved to now. */
  readonly retried: number;
  /** Newest delivery of the call, for {@link readDrain}; null when the endpoint had no pending delivery. */
  readonly lastId: string | null;
}

/**
 * Makes all pending deliveries of an endpoint due now, and half-opens its circuit breaker: the endpoint may work again. Failed
 * attempts still count, and deliveries still keep to the endpoint's rate.
 *
 * @param onRetried - called after each step with the number of deliveries so far.
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export async function retryDeliveriesNow(
  db: Database,
  endpointId: string,
  nowMs: number,
  onRetried: (deliveries: number) => void = () => undefined,
): Promise<RetryNowReport> {
  const [last] = await db.query<{ id: string | null }>(
    `SELECT max(id)::text AS id FROM deliveries WHERE endpoint_id = $1 AND status IN ('pending', 'sending')`,
    [endpointId],
  );
  await db.transaction(async (sql) => {
    // Leases update the same row; with the lock of the queue first, there is no deadlock.
    await lockQueue(sql);
    await sql.query('UPDATE webhook_endpoints SET blocked_until = NULL WHERE id = $1', [endpointId]);
    await wakeDispatchers(sql);
  });
  let retried = 0;
  for (let step = ROWS_A_STEP; step === ROWS_A_STEP; retried += step, onRetried(retried)) {
    step = await retryStep(db, endpointId, nowMs);
  }
  return { retried, lastId: last?.id ?? null };
}

/** Skips locked deliveries: their leases or outcomes are being written. */
async function retryStep(db: Database, endpointId: string, nowMs: number): Promise<number> {
  return db.transaction(async (sql) => {
    const [row] = await sql.query<{ rows: number }>(
      `WITH later AS MATERIALIZED (
         SELECT id FROM deliveries
         WHERE endpoint_id = $1 AND status = 'pending' AND due_at > to_timestamp($2::float8 / 1000)
         ORDER BY due_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
       ), retried AS (
         UPDATE deliveries AS d SET due_at = to_timestamp($2::float8 / 1000) FROM later WHERE d.id = later.id RETURNING 1
       ) SELECT count(*)::int AS rows FROM retried`,
      [endpointId, nowMs, ROWS_A_STEP],
    );
    await wakeDispatchers(sql);
    return row?.rows ?? 0;
  });
}

/** Progress of the deliveries of a retry. */
export interface DrainProgress {
  /** Deliveries that are due, leased or in flight. */
  readonly open: number;
  /** Deliveries that failed and wait for a retry. */
  readonly waiting: number;
  /** When the next retry is due, milliseconds since the epoch. */
  readonly nextDueMs: number | null;
}

/** Counts the deliveries up to `lastId` that are not finished. */
export async function readDrain(
  db: Database,
  { endpointId, lastId, nowMs }: { readonly endpointId: string; readonly lastId: string; readonly nowMs: number },
): Promise<DrainProgress> {
  const [row] = await db.query<DrainProgress>(
    `SELECT count(*) FILTER (WHERE NOT later)::float8 AS open, count(*) FILTER (WHERE later)::float8 AS waiting,
            (extract(epoch FROM min(due_at) FILTER (WHERE later)) * 1000)::float8 AS "nextDueMs"
     FROM (
       SELECT due_at, status = 'pending' AND due_at > to_timestamp($3::float8 / 1000) AS later FROM deliveries
       WHERE endpoint_id = $1 AND status IN ('pending', 'sending') AND id <= $2::bigint
     ) AS waiting`,
    [endpointId, lastId, nowMs],
  );
  return row ?? { open: 0, waiting: 0, nextDueMs: null };
}

const MINUTE_MS = 60_000;
/** Longer than a lease (half a minute) and than the delay of an unsent delivery (a minute). */
const AHEAD_MS_MIN = 2 * MINUTE_MS;
/** Most rows of one call. */
const RECALLED_MAX = 5_000;

/** Longest wait of a delivery after so many failed attempts, in milliseconds: by its schedule, or by `Retry-After`. */
const { waitsMs, jitter, retryAfterOverMs } = RETRY_SCHEDULE;
const AHEAD_MS = [
  AHEAD_MS_MIN,
  ...waitsMs.map((waitMs) => waitMs * (1 + jitter) + retryAfterOverMs + AHEAD_MS_MIN),
] as const;

/**
 * Makes deliveries due that wait longer than the retry schedule permits: their due time was computed with a wrong clock. Reads
 * all pending deliveries; most calls find none.
 *
 * @returns their number, 5 000 at most.
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export function recallDeliveries(db: Database, nowMs: number): Promise<number> {
  return db.transaction(async (sql) => {
    const [row] = await sql.query<{ rows: number }>(
      `WITH late AS MATERIALIZED (
         SELECT id FROM deliveries
         WHERE status IN ('pending', 'sending') AND due_at > to_timestamp($1::float8 / 1000) + $3 * interval '1 millisecond'
           AND due_at > to_timestamp($1::float8 / 1000) + interval '1 millisecond' * CASE status
             WHEN 'pending' THEN ($2::float8[])[least(tries + 1, cardinality($2::float8[]))] ELSE $3 END
         LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED
       ), recalled AS (
         UPDATE deliveries AS d SET due_at = to_timestamp($1::float8 / 1000) FROM late WHERE d.id = late.id RETURNING 1
       ) SELECT count(*)::int AS rows FROM recalled`,
      [nowMs, AHEAD_MS, AHEAD_MS_MIN, RECALLED_MAX],
    );
    const rows = row?.rows ?? 0;
    if (rows > 0) await wakeDispatchers(sql);
    return rows;
  });
}
