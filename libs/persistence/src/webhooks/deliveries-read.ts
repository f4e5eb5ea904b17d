import type { WebhookDeliveryStatus, WebhookEventType } from '@droptrack/contracts';
import type { Database } from '../database/database';

/** One attempt to deliver. */
export interface StoredAttempt {
  /** When it began, milliseconds since the epoch. */
  readonly atMs: number;
  readonly durationMs: number;
  /** Null without an answer. */
  readonly statusCode: number | null;
  /** Why it counts as failed; null where it does not. */
  readonly error: string | null;
  /** The first KiB of what was answered; null where nothing was. */
  readonly response: Uint8Array | null;
}

/** One event on its way to one endpoint. Instants are milliseconds since the epoch. */
export interface StoredDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: WebhookEventType;
  /** One that a worker has right now is pending. */
  readonly status: WebhookDeliveryStatus;
  /** When the next attempt is due; of one that is under way since now. Null where none is. */
  readonly nextAttemptMs: number | null;
  readonly createdAtMs: number;
  readonly deliveredAtMs: number | null;
  /** The latest first; at most 20. */
  readonly attempts: readonly StoredAttempt[];
}

/** Which deliveries are listed. */
export interface DeliveriesQuery {
  readonly endpointId: string;
  readonly status: WebhookDeliveryStatus | null;
  readonly eventType: WebhookEventType | null;
  /** Id of the last one that was listed; null from the latest on. */
  readonly before: bigint | null;
  readonly limit: number;
}

const ATTEMPTS_SHOWN = 20;

const ATTEMPT = `
  SELECT (extract(epoch FROM at) * 1000)::float8 AS "atMs", duration_ms AS "durationMs", status_code AS "statusCode",
         error, response
  FROM attempts`;

/** What may be listed, by the status that is asked for. */
const STATUSES: Record<WebhookDeliveryStatus, readonly string[]> = {
  pending: ['pending', 'sending'],
  delivered: ['delivered'],
  failed: ['failed'],
};

type DeliveryRow = Omit<StoredDelivery, 'attempts'>;

/** Deliveries to an endpoint: those of the latest events first. */
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

/**
 * Number of the delivery of an event to an endpoint, as {@link DeliveriesQuery.before} and `redeliver` take it; null when there
 * is none, or no longer.
 */
export async function findDelivery(db: Database, endpointId: string, eventId: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(
    `SELECT id::text AS id FROM deliveries
     WHERE endpoint_id = $1 AND event = (SELECT place FROM events WHERE events.id = $2)`,
    [endpointId, eventId],
  );
  return row?.id ?? null;
}

/** The first attempt of a delivery that was made; null before its outcome is there. */
export async function readFirstAttempt(db: Database, deliveryId: string): Promise<FirstAttempt | null> {
  const [row] = await db.query<FirstAttempt>(`${ATTEMPT} WHERE delivery_id = $1 ORDER BY number LIMIT 1`, [deliveryId]);
  return row ?? null;
}

/** What came of the first attempt. */
export type FirstAttempt = StoredAttempt;
