import type { Database } from '../database/database';
import { isBlocked } from './lease-statement';
import { hasWebhooks, WEBHOOK_PLANS } from './endpoint';

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
export const PENDING_COUNTED = 1_000_000;

/** @throws {DatabaseUnavailableError} {DatabaseRejectedError} */
export async function readQueueHealth(db: Database, nowMs: number): Promise<QueueHealth> {
  const [row] = await db.query<QueueHealth>(
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
