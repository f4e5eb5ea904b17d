import { WEBHOOK_LIMITS } from '@droptrack/contracts';
import type { Database, Sql } from '../database/database';

/** Rows of each kind that are deleted at once; attempts go with their deliveries. */
const ROWS_A_STEP = 5_000;
/** An endpoint's row stays this long after the endpoint is gone: whoever was about to tell it has done so by then. */
const LINGER_MINUTES = 60;
/** And this long after it was made: creations are counted over a day. */
const COUNTED_HOURS = 24;

export interface EventRetentionOptions {
  /** Milliseconds since the epoch. A clock ahead of the database's does not count: what is deleted does not come back. */
  readonly nowMs: number;
  /** 5 000 when not given. */
  readonly rowsMax?: number;
}

/** What one step deleted. */
export interface EventRetentionReport {
  /** Events, deliveries, attempts and endpoints. */
  readonly deleted: number;
  /** Whether there is more to delete. */
  readonly isMore: boolean;
}

/**
 * Deletes what is no longer kept, a step at a time, in one transaction: events of more than 30 days ago with their
 * deliveries and attempts, recoveries as old, and deliveries of endpoints that were deleted, then the endpoints. Call it
 * until there is no more. Several at once share the work; deliveries that somebody has are left for the next time.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export function deleteOldEvents(
  db: Database,
  { nowMs, rowsMax = ROWS_A_STEP }: EventRetentionOptions,
): Promise<EventRetentionReport> {
  return db.transaction(async (sql) => {
    const old = await deleteOld(sql, nowMs, rowsMax);
    const gone = await deleteOfGoneEndpoints(sql, rowsMax);
    const recoveries = await deleteRecoveries(sql, nowMs, rowsMax);
    const deleted = old.deleted + gone.deleted + recoveries;
    return { deleted, isMore: old.isMore || gone.isMore || recoveries === rowsMax };
  });
}

/**
 * SQL: deliveries of the events in `$2`. Endpoint by endpoint, as deliveries have no index by event alone: with one, each
 * change of a delivery would cost half as much again.
 */
const ofEvents = (columns: string, lock = '') => `
  SELECT ${columns} FROM webhook_endpoints AS e CROSS JOIN LATERAL (
    SELECT id, event FROM deliveries
    WHERE endpoint_id = e.id AND event = ANY ($2::bigint[])
      AND event >= (SELECT min(place) FROM unnest($2::bigint[]) AS old (place))
      AND event <= (SELECT max(place) FROM unnest($2::bigint[]) AS old (place))
    ${lock}
  ) AS d
  LIMIT $1`;
const LOCK = 'FOR UPDATE SKIP LOCKED';

async function deleteOld(sql: Sql, nowMs: number, rowsMax: number): Promise<EventRetentionReport> {
  const old = await sql.query<{ place: string }>(
    `SELECT place::text AS place FROM events
     WHERE recorded_at < least(to_timestamp($1::float8 / 1000), clock_timestamp()) - $2 * interval '1 day'
     ORDER BY recorded_at LIMIT $3`,
    [nowMs, WEBHOOK_LIMITS.keptDays, rowsMax],
  );
  if (old.length === 0) return { deleted: 0, isMore: false };
  const places = old.map(({ place }) => place);
  const rows = await deleteDeliveries(sql, ofEvents('d.id::text AS id', LOCK), rowsMax, places);
  if (rows.deliveries === rowsMax) return { deleted: rows.all, isMore: true };
  const left = await sql.query<{ event: string }>(ofEvents('DISTINCT d.event::text AS event'), [rowsMax, places]);
  const events = await count(
    sql,
    'DELETE FROM events WHERE place = ANY ($1::bigint[]) AND place <> ALL ($2::bigint[])',
    [places, left.map(({ event }) => event)],
  );
  return { deleted: rows.all + events, isMore: old.length === rowsMax && rows.all + events > 0 };
}

const OF_ENDPOINTS = `SELECT id::text AS id FROM deliveries WHERE endpoint_id = ANY ($2::text[]) LIMIT $1 ${LOCK}`;

/** SQL: whether the row of a deleted endpoint may go. */
const MAY_GO = `(deleted_at < clock_timestamp() - $1 * interval '1 minute'
  AND created_at < clock_timestamp() - $2 * interval '1 hour')`;

async function deleteOfGoneEndpoints(sql: Sql, rowsMax: number): Promise<EventRetentionReport> {
  // Of those whose row stays for now, only the ones that still have deliveries: else they would stand before all others.
  const gone = await sql.query<{ id: string }>(
    `SELECT id FROM webhook_endpoints AS e
     WHERE deleted_at IS NOT NULL
       AND (${MAY_GO} OR EXISTS (SELECT FROM deliveries WHERE endpoint_id = e.id)) ORDER BY deleted_at LIMIT $3`,
    [LINGER_MINUTES, COUNTED_HOURS, rowsMax],
  );
  if (gone.length === 0) return { deleted: 0, isMore: false };
  const ids = gone.map(({ id }) => id);
  const rows = await deleteDeliveries(sql, OF_ENDPOINTS, rowsMax, ids);
  const endpoints = await count(
    sql,
    `DELETE FROM webhook_endpoints AS e
     WHERE id = ANY ($3::text[]) AND ${MAY_GO} AND NOT EXISTS (SELECT FROM deliveries WHERE endpoint_id = e.id)`,
    [LINGER_MINUTES, COUNTED_HOURS, ids],
  );
  const isMore = rows.deliveries === rowsMax || (gone.length === rowsMax && endpoints > 0);
  return { deleted: rows.all + endpoints, isMore };
}

/** Those that have ended. */
function deleteRecoveries(sql: Sql, nowMs: number, rowsMax: number): Promise<number> {
  return count(
    sql,
    `DELETE FROM webhook_recoveries WHERE id IN (
       SELECT id FROM webhook_recoveries
       WHERE status IN ('done', 'failed')
         AND created_at < least(to_timestamp($1::float8 / 1000), clock_timestamp()) - $2 * interval '1 day'
       LIMIT $3 FOR UPDATE SKIP LOCKED
     )`,
    [nowMs, WEBHOOK_LIMITS.keptDays, rowsMax],
  );
}

/** Attempts first: one without its delivery would be found by nobody. */
async function deleteDeliveries(sql: Sql, select: string, rowsMax: number, values: readonly string[]) {
  const found = await sql.query<{ id: string }>(select, [rowsMax, values]);
  if (found.length === 0) return { deliveries: 0, all: 0 };
  const ids = found.map(({ id }) => id);
  const attempts = await count(sql, 'DELETE FROM attempts WHERE delivery_id = ANY ($1::bigint[])', [ids]);
  const deliveries = await count(sql, 'DELETE FROM deliveries WHERE id = ANY ($1::bigint[])', [ids]);
  return { deliveries, all: attempts + deliveries };
}

async function count(sql: Sql, statement: string, values: readonly unknown[]): Promise<number> {
  const [row] = await sql.query<{ rows: number }>(
    `WITH done AS (${statement} RETURNING 1) SELECT count(*)::int AS rows FROM done`,
    values,
  );
  return row?.rows ?? 0;
}
