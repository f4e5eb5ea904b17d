import type { Database } from '../database/database';
import { isBlocked } from './lease-statement';
import { hasWebhooks, WEBHOOK_PLANS } from './endpoint';

/** How the queue does. */
export interface QueueHealth {
  /** Deliveries that wait for an attempt, whether it is due or not; at most {@link PENDING_COUNTED}. */
  readonly pending: number;
  /**
   * Since when the one has been due that waits longest, milliseconds since the epoch, of endpoints that may be sent to
   * now; null when nothing is.
   */
  readonly oldestDueMs: number | null;
  /** Deliveries that workers have. */
  readonly sending: number;
  /** Endpoints that are left alone for a while, as they fail. */
  readonly blockedEndpoints: number;
  /** Endpoints that are there and are told nothing. */
  readonly disabledEndpoints: number;
}

/** Where counting what waits ends, so that it costs no more than some tenths of a second. */
export const PENDING_COUNTED = 1_000_000;

/** @throws {DatabaseUnavailableError} {DatabaseRefusedError} */
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
  if (row === undefined) throw new Error('A query of one row gave none');
  return row;
}
