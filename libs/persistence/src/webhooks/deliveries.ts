import type { WebhookDeliveryStatus, WebhookEventType } from '@droptrack/contracts';
import { ATTEMPTS_MAX } from '@droptrack/webhooks';
import type { Database } from '../database/database';
import { findEndpoint } from './endpoints';
import { storeEndpointEvent } from './events';
import { wakeDispatchers } from './queue-lock';

/** A recorded attempt. */
export interface StoredAttempt {
  /** When it began, milliseconds since the epoch. */
  readonly atMs: number;
  readonly durationMs: number;
  /** Null without a response. */
  readonly statusCode: number | null;
  /** Reason of a failure; null for a success. */
  readonly error: string | null;
  /** First KiB of the response body; null for an empty one. */
  readonly response: Uint8Array | null;
}

/** One event for one endpoint. Instants are milliseconds since the epoch. */
export interface StoredDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: WebhookEventType;
  /** `pending` while it is leased or in flight, too. */
  readonly status: WebhookDeliveryStatus;
  /** When the next attempt is due, or the lease expires; null for a delivery without another attempt. */
  readonly nextAttemptMs: number | null;
  readonly createdAtMs: number;
  readonly deliveredAtMs: number | null;
  /** The latest first; at most 20. */
  readonly attempts: readonly StoredAttempt[];
}

/** Filter of deliveries. */
export interface DeliveriesQuery {
  readonly endpointId: string;
  readonly status: WebhookDeliveryStatus | null;
  readonly eventType: WebhookEventType | null;
  /** Id of the last delivery of the page before; null for the first page. */
  readonly before: bigint | null;
  readonly limit: number;
}

const ATTEMPTS_SHOWN = 20;

const ATTEMPT = `
  SELECT (extract(epoch FROM at) * 1000)::float8 AS "atMs", duration_ms AS "durationMs", status_code AS "statusCode",
         error, response
  FROM attempts`;

/** Stored states, by the status of the filter. */
const STATUSES: Record<WebhookDeliveryStatus, readonly string[]> = {
  pending: ['pending', 'sending'],
  delivered: ['delivered'],
  failed: ['failed'],
};

type DeliveryRow = Omit<StoredDelivery, 'attempts'>;

/** Lists deliveries to an endpoint, those of the latest events first. */
export async function listDeliveries(db: Database, query: DeliveriesQuery): Promise<StoredDelivery[]> {
  const { endpointId, status, eventType, before, limit } = query;
  const rows = await db.query<DeliveryRow>(
    `SELECT d.id::text AS id, e.id AS "eventId", e.type AS "eventType",
            CASE d.status WHEN 'sending' THEN 'pending' ELSE d.status END AS status,
            CASE WHEN d.status IN ('pending', 'sending')
              THEN (extract(epoch FROM greatest(d.due_at, d.created_at)) * 1000)::float8 END AS "nextAttemptMs",
            (extract(epoch FROM d.created_at) * 1000)::float8 AS "createdAtMs",
            (extract(epoch FROM d.delivered_at) * 1000)::float8 AS "deliveredAtMs"
     FROM deliveries AS d JOIN events AS e ON e.place = d.event
     WHERE d.endpoint_id = $1 AND ($2::text[] IS NULL OR d.status = ANY ($2)) AND ($3::text IS NULL OR e.type = $3)
       AND ($4::bigint IS NULL OR d.event < (SELECT event FROM deliveries WHERE id = $4))
     ORDER BY d.event DESC LIMIT $5`,
    [endpointId, status === null ? null : STATUSES[status], eventType, before?.toString() ?? null, limit],
  );
  const attempts = await db.query<StoredAttempt & { id: string }>(
    `SELECT d.id::text AS id, a.* FROM unnest($1::bigint[]) AS d (id)
     CROSS JOIN LATERAL (${ATTEMPT} WHERE delivery_id = d.id ORDER BY number DESC LIMIT ${ATTEMPTS_SHOWN}) AS a`,
    [rows.map(({ id }) => id)],
  );
  const found = new Map<string, StoredAttempt[]>(rows.map(({ id }) => [id, []]));
  for (const { id, ...attempt } of attempts) found.get(id)?.push(attempt);
  return rows.map((row) => ({ ...row, attempts: found.get(row.id) ?? [] }));
}

/** Id of the delivery of an event to an endpoint, for {@link DeliveriesQuery.before} and `redeliver`; null without one. */
export async function findDelivery(db: Database, endpointId: string, eventId: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(
    `SELECT id::text AS id FROM deliveries
     WHERE endpoint_id = $1 AND event = (SELECT place FROM events WHERE events.id = $2)`,
    [endpointId, eventId],
  );
  return row?.id ?? null;
}

/** Reads the first attempt of a delivery; null before its outcome is recorded. */
export async function readFirstAttempt(db: Database, deliveryId: string): Promise<FirstAttempt | null> {
  const [row] = await db.query<FirstAttempt>(`${ATTEMPT} WHERE delivery_id = $1 ORDER BY number LIMIT 1`, [deliveryId]);
  return row ?? null;
}

/** First attempt of a delivery. */
export type FirstAttempt = StoredAttempt;

/** SQL: true for a delivery with an active lease. `$1` is now, milliseconds since the epoch. */
export const IS_LEASED = `status = 'sending' AND due_at > to_timestamp($1::float8 / 1000)`;

/**
 * Sends a delivery again, from the beginning of the retry schedule, in any state: the same event, the same bytes. A delivery
 * that is leased or in flight is not changed.
 *
 * @param account - null for the endpoint of any account.
 * @param deliveryId - digits.
 * @returns `isDue`: true if it is due now; null when there is no such delivery.
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export function redeliver(
  db: Database,
  account: string | null,
  endpointId: string,
  deliveryId: string,
  nowMs: number,
): Promise<{ readonly isDue: boolean } | null> {
  if (!/^[0-9]{1,18}$/.test(deliveryId)) return Promise.resolve(null);
  return db.transaction(async (sql) => {
    if ((await findEndpoint(sql, account, endpointId)) === null) return null;
    const [found] = await sql.query<{ leased: boolean }>(
      `SELECT ${IS_LEASED} AS leased FROM deliveries WHERE id = $2 AND endpoint_id = $3 FOR NO KEY UPDATE`,
      [nowMs, deliveryId, endpointId],
    );
    if (found === undefined) return null;
    if (found.leased) return { isDue: false };
    await sql.query(
      `UPDATE deliveries SET status = 'pending', due_at = to_timestamp($1::float8 / 1000), tries = 0, delivered_at = NULL
       WHERE id = $2`,
      [nowMs, deliveryId],
    );
    await wakeDispatchers(sql);
    return { isDue: true };
  });
}

/**
 * Sends a ping to an endpoint: one attempt, as its owner wants to know the current state, before all pending deliveries, and
 * also while the circuit breaker is open.
 *
 * @returns null when there is no such endpoint.
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export async function pingEndpoint(
  db: Database,
  account: string,
  endpointId: string,
  nowMs: number,
): Promise<{ readonly deliveryId: string } | null> {
  const ping = await db.transaction(async (sql) => {
    const endpoint = await findEndpoint(sql, account, endpointId);
    if (endpoint === null) return null;
    const place = await storeEndpointEvent(sql, 'webhook.ping', endpoint, {}, nowMs);
    const [row] = await sql.query<{ id: string }>(
      `INSERT INTO deliveries (endpoint_id, event, status, due_at, tries, created_at)
       VALUES ($1, $2, 'pending', 'epoch', $3, to_timestamp($4::float8 / 1000)) RETURNING id::text AS id`,
      [endpointId, place, ATTEMPTS_MAX - 1, nowMs],
    );
    if (row === undefined) throw new Error('INSERT returned no row');
    await wakeDispatchers(sql);
    return { deliveryId: row.id };
  });
  // In a transaction of its own: the outcome writer locks endpoints before it waits for the lock of the events.
  if (ping !== null) await closeBreaker(db, endpointId);
  return ping;
}

async function closeBreaker(db: Database, endpointId: string): Promise<void> {
  await db.transaction(async (sql) => {
    await sql.query('UPDATE webhook_endpoints SET blocked_until = NULL WHERE id = $1 AND blocked_until IS NOT NULL', [
      endpointId,
    ]);
    await wakeDispatchers(sql);
  });
}
