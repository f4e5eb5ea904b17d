import { RETRY_SCHEDULE } from '@droptrack/webhooks';
import type { Database } from '../database/database';
import { hasWebhooks, WEBHOOK_PLANS } from './endpoint';
import { isBlocked } from './lease-statement';
import { wakeDispatchers } from './queue-lock';

/** State of the queue. */
export interface QueueHealth {
  /** Pending deliveries, due or not; at most {@link PENDING_COUNTED}. */
  readonly pending: number;
  /**
   * Since when the oldest due delivery has been due, milliseconds since the epoch, of endpoints that may be sent to now; null
   * without any.
   */
  readonly oldestDueMs: number | null;
  /** Deliveries that are leased or in flight. */
  readonly sending: number;
  /** Endpoints whose circuit breaker is open. */
  readonly blockedEndpoints: number;
  /** Endpoints that exist and are disabled. */
  readonly disabledEndpoints: number;
}

/** Most pending deliveries that are counted, within some tenths of a second. */
const PENDING_COUNTED = 1_000_000;

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

/** The queue of deliveries over all endpoints: its state, and its repair after a wrong clock. */
export class DeliveryQueueHealth {
  constructor(private readonly db: Database) {}

  /**
   * Reads the state of the queue of all workers.
   *
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  async read(nowMs: number): Promise<QueueHealth> {
    const [row] = await this.db.query<QueueHealth>(
      `WITH now AS (SELECT to_timestamp($1::float8 / 1000) AS at)
       SELECT
         (SELECT count(*) FROM (SELECT FROM deliveries WHERE status = 'pending' LIMIT ${PENDING_COUNTED}) AS d)::int AS pending,
         (SELECT count(*) FROM deliveries WHERE status = 'sending')::int AS sending,
         (SELECT count(*) FROM webhook_endpoints, now WHERE deleted_at IS NULL AND enabled AND ${isBlocked('at')})::int
           AS "blockedEndpoints",
         (SELECT count(*) FROM webhook_endpoints WHERE deleted_at IS NULL AND NOT enabled)::int AS "disabledEndpoints",
         (SELECT (extract(epoch FROM min(greatest(head.due_at, head.created_at))) * 1000)::float8
          FROM now CROSS JOIN webhook_endpoints AS e
          CROSS JOIN LATERAL (SELECT due_at, created_at FROM deliveries
                              WHERE endpoint_id = e.id AND status = 'pending' AND due_at <= now.at
                              ORDER BY due_at LIMIT 1) AS head
          WHERE e.enabled AND e.deleted_at IS NULL AND ${isBlocked('now.at')} IS NOT TRUE
            AND ${hasWebhooks('e.account', '$2', '$1')}) AS "oldestDueMs"`,
      [nowMs, WEBHOOK_PLANS],
    );
    if (row === undefined) throw new Error('A query of one row returned none');
    return row;
  }

  /**
   * Makes deliveries due that wait longer than the retry schedule permits: their due time was computed with a wrong clock. Reads
   * all pending deliveries; most calls find none.
   *
   * @returns their number, 5 000 at most.
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  recall(nowMs: number): Promise<number> {
    return this.db.transaction(async (sql) => {
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
}
