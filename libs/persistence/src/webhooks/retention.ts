import { WEBHOOK_LIMITS } from '@droptrack/contracts';
import type { Database, Sql } from '../database/database';
import { IDEMPOTENCY_HOURS } from './creation.repository';

/** Most rows of each kind of one transaction; attempts are deleted with their deliveries. */
const ROWS_A_STEP = 5_000;
/** Time until the row of a deleted endpoint is deleted: attempts in flight have ended by then. */
const LINGER_MINUTES = 60;
/** Age at which the row of a deleted endpoint may be deleted: creations are counted over a day. */
const COUNTED_HOURS = 24;

interface EventRetentionOptions {
  /** Milliseconds since the epoch. A clock ahead of the database clock is ignored: deleted rows do not come back. */
  readonly nowMs: number;
  /** 5 000 when not given. */
  readonly rowsMax?: number;
}

/** Result of one step. */
interface EventRetentionReport {
  /** Events, deliveries, attempts, recoveries, endpoints and stored creations. */
  readonly deleted: number;
  /** True if there is more to delete. */
  readonly isMore: boolean;
}

/**
 * Deletes expired rows, one step in one transaction: events older than 30 days with their deliveries and attempts, recoveries as
 * old, creations whose idempotency key has expired, and deliveries of deleted endpoints, then the endpoints. Call it until there
 * is no more. Concurrent calls share the work; locked deliveries are skipped until the next time.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export function deleteOldEvents(
  db: Database,
  { nowMs, rowsMax = ROWS_A_STEP }: EventRetentionOptions,
): Promise<EventRetentionReport> {
  return db.transaction(async (sql) => {
    const old = await deleteOld(sql, nowMs, rowsMax);
    const gone = await deleteOfGoneEndpoints(sql, rowsMax);
    const recoveries = await deleteRecoveries(sql, nowMs, rowsMax);
    const creations = await deleteCreations(sql, nowMs, rowsMax);
    const deleted = old.deleted + gone.deleted + recoveries + creations;
    return { deleted, isMore: old.isMore || gone.isMore || recoveries === rowsMax || creations === rowsMax };
  });
}

/**
 * SQL: deliveries of the events in `$2`, endpoint by endpoint, as deliveries have no index by event alone: such an index would
 * make each change of a delivery half as expensive again.
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

/** SQL: true if the row of a deleted endpoint may be deleted. */
const MAY_GO = `(deleted_at < clock_timestamp() - $1 * interval '1 minute'
  AND created_at < clock_timestamp() - $2 * interval '1 hour')`;

async function deleteOfGoneEndpoints(sql: Sql, rowsMax: number): Promise<EventRetentionReport> {
  // Endpoints whose rows stay are included only while they have deliveries, so that they do not fill the step.
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

/** Deletes finished recoveries. */
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

function deleteCreations(sql: Sql, nowMs: number, rowsMax: number): Promise<number> {
  return count(
    sql,
    `DELETE FROM webhook_creations WHERE (account, key_hash) IN (
       SELECT account, key_hash FROM webhook_creations
       WHERE created_at <= least(to_timestamp($1::float8 / 1000), clock_timestamp()) - $2 * interval '1 hour'
       LIMIT $3 FOR UPDATE SKIP LOCKED
     )`,
    [nowMs, IDEMPOTENCY_HOURS, rowsMax],
  );
}

/** Attempts first: an attempt without its delivery would never be found. */
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
