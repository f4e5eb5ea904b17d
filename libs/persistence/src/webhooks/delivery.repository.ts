import type { WebhookDeliveryStatus, WebhookEventType } from '@droptrack/contracts';
import { ATTEMPTS_MAX, type StoredAttempt } from '@droptrack/webhooks';
import type { Database } from '../database/database';
import { findEndpoint } from './endpoint.repository';
import { EventRepository } from './event.repository';
import { lockQueue, wakeDispatchers } from './queue-lock';

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

const ATTEMPTS_LISTED = 20;

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

/** SQL: true for a delivery with an active lease. `$1` is now, milliseconds since the epoch. */
export const IS_LEASED = `status = 'sending' AND due_at > to_timestamp($1::float8 / 1000)`;

/** Deliveries of one transaction. */
const ROWS_A_STEP = 5_000;

/** Result of {@link DeliveryRepository.retryNow}. */
interface RetryNowReport {
  /** Deliveries whose next attempt was moved to now. */
  readonly retried: number;
  /** Newest delivery of the call, for {@link DeliveryRepository.readDrain}; null when the endpoint had no pending delivery. */
  readonly lastId: string | null;
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

/** Deliveries as their owners and operators see and send them; workers process them through `DeliveryQueue`. */
export class DeliveryRepository {
  constructor(private readonly db: Database) {}

  /** Lists deliveries to an endpoint, those of the latest events first. */
  async list(query: DeliveriesQuery): Promise<StoredDelivery[]> {
    const { endpointId, status, eventType, before, limit } = query;
    const rows = await this.db.query<DeliveryRow>(
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
    const attempts = await this.db.query<StoredAttempt & { id: string }>(
      `SELECT d.id::text AS id, a.* FROM unnest($1::bigint[]) AS d (id)
       CROSS JOIN LATERAL (${ATTEMPT} WHERE delivery_id = d.id ORDER BY number DESC LIMIT ${ATTEMPTS_LISTED}) AS a`,
      [rows.map(({ id }) => id)],
    );
    const found = new Map<string, StoredAttempt[]>(rows.map(({ id }) => [id, []]));
    for (const { id, ...attempt } of attempts) found.get(id)?.push(attempt);
    return rows.map((row) => ({ ...row, attempts: found.get(row.id) ?? [] }));
  }

  /** Id of the delivery of an event to an endpoint, for {@link DeliveriesQuery.before} and {@link redeliver}; null without one. */
  async findId(endpointId: string, eventId: string): Promise<string | null> {
    const [row] = await this.db.query<{ id: string }>(
      `SELECT id::text AS id FROM deliveries
       WHERE endpoint_id = $1 AND event = (SELECT place FROM events WHERE events.id = $2)`,
      [endpointId, eventId],
    );
    return row?.id ?? null;
  }

  /** Reads the first attempt of a delivery; null before its outcome is recorded. */
  async readFirstAttempt(deliveryId: string): Promise<StoredAttempt | null> {
    const [row] = await this.db.query<StoredAttempt>(`${ATTEMPT} WHERE delivery_id = $1 ORDER BY number LIMIT 1`, [
      deliveryId,
    ]);
    return row ?? null;
  }

  /**
   * Sends a delivery again, from the beginning of the retry schedule, in any state: the same event, the same bytes. A delivery
   * that is leased or in flight is not changed.
   *
   * @param account - null for the endpoint of any account.
   * @param deliveryId - digits.
   * @returns `isDue`: true if it is due now; null when there is no such delivery.
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  redeliver(
    account: string | null,
    endpointId: string,
    deliveryId: string,
    nowMs: number,
  ): Promise<{ readonly isDue: boolean } | null> {
    if (!/^[0-9]{1,18}$/.test(deliveryId)) return Promise.resolve(null);
    return this.db.transaction(async (sql) => {
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
  async ping(account: string, endpointId: string, nowMs: number): Promise<{ readonly deliveryId: string } | null> {
    const ping = await this.db.transaction(async (sql) => {
      const endpoint = await findEndpoint(sql, account, endpointId);
      if (endpoint === null) return null;
      const place = await new EventRepository(sql).storeForEndpoint('webhook.ping', endpoint, {}, nowMs);
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
    if (ping !== null) await this.#closeBreaker(endpointId);
    return ping;
  }

  /**
   * Makes all pending deliveries of an endpoint due now, and half-opens its circuit breaker: the endpoint may work again. Failed
   * attempts still count, and deliveries still keep to the endpoint's rate.
   *
   * @param onRetried - called after each step with the number of deliveries so far.
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  async retryNow(
    endpointId: string,
    nowMs: number,
    onRetried: (deliveries: number) => void = () => undefined,
  ): Promise<RetryNowReport> {
    const [last] = await this.db.query<{ id: string | null }>(
      `SELECT max(id)::text AS id FROM deliveries WHERE endpoint_id = $1 AND status IN ('pending', 'sending')`,
      [endpointId],
    );
    await this.db.transaction(async (sql) => {
      // Leases update the same row; with the lock of the queue first, there is no deadlock.
      await lockQueue(sql);
      await sql.query('UPDATE webhook_endpoints SET blocked_until = NULL WHERE id = $1', [endpointId]);
      await wakeDispatchers(sql);
    });
    let retried = 0;
    for (let step = ROWS_A_STEP; step === ROWS_A_STEP; retried += step, onRetried(retried)) {
      step = await this.#retryStep(endpointId, nowMs);
    }
    return { retried, lastId: last?.id ?? null };
  }

  /** Counts the deliveries up to `lastId` that are not finished. */
  async readDrain({
    endpointId,
    lastId,
    nowMs,
  }: {
    readonly endpointId: string;
    readonly lastId: string;
    readonly nowMs: number;
  }): Promise<DrainProgress> {
    const [row] = await this.db.query<DrainProgress>(
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

  async #closeBreaker(endpointId: string): Promise<void> {
    await this.db.transaction(async (sql) => {
      await sql.query('UPDATE webhook_endpoints SET blocked_until = NULL WHERE id = $1 AND blocked_until IS NOT NULL', [
        endpointId,
      ]);
      await wakeDispatchers(sql);
    });
  }

  /** Skips locked deliveries: their leases or outcomes are being written. */
  async #retryStep(endpointId: string, nowMs: number): Promise<number> {
    return this.db.transaction(async (sql) => {
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
}
