import { RETRY_SCHEDULE } from '@droptrack/webhooks';
import type { Database } from '../database/database';
import { wakeDispatchers } from './queue-lock';

const MINUTE_MS = 60_000;
/** A lease is half a minute; what could not be sent through a fault of ours is given back for a whole one. */
const AHEAD_MS_MIN = 2 * MINUTE_MS;
/** Rows of one call. */
const ROWS_MAX = 5_000;

/** Most that a delivery may be due ahead after so many tries, in milliseconds: by its schedule, or by its receiver. */
const { waitsMs, jitter, retryAfterOverMs } = RETRY_SCHEDULE;
const AHEAD_MS = [
  AHEAD_MS_MIN,
  ...waitsMs.map((waitMs) => waitMs * (1 + jitter) + retryAfterOverMs + AHEAD_MS_MIN),
] as const;

/**
 * Makes due what waits longer than anything can put it off: only a clock that was wrong makes a delivery, or a lease, so
 * late. Costs what waits; most find nothing.
 *
 * @returns how many, 5 000 at most.
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
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
      [nowMs, AHEAD_MS, AHEAD_MS_MIN, ROWS_MAX],
    );
    const rows = row?.rows ?? 0;
    if (rows > 0) await wakeDispatchers(sql);
    return rows;
  });
}
