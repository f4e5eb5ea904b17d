import { randomInt } from 'node:crypto';
import { WEBHOOK_LIMITS, type WebhookRecoveryStatus, type WebhookRecoveryStop } from '@droptrack/contracts';
import { eventTypesNamed } from '@droptrack/webhooks';
import { epochMs, instant } from '../clock/instants';
import type { Database } from '../database/database';
import type { StoredEndpoint } from './endpoint';

/** Span of events, by when they were recorded: from one instant to before another, milliseconds since the epoch. */
export interface RecoverySpan {
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** Bounds of the recoveries of one account. */
export interface RecoveryBounds {
  /** Most deliveries that all recoveries of 24 hours make together; each counts as 100 at least, as those that make none cost work as well. */
  readonly perDayMax: number;
  /** Most deliveries that may be pending: a recovery that reaches it ends. */
  readonly pendingMax: number;
}

/** A request for a recovery. */
export interface RecoveryRequest extends RecoverySpan {
  readonly account: string;
  readonly endpointId: string;
  /** Null for an operator's, which is unbounded and is not counted. */
  readonly bounds: RecoveryBounds | null;
}

/** A recovery and its progress. Instants are milliseconds since the epoch. */
export interface StoredRecovery extends RecoverySpan {
  /** `rec_…` */
  readonly id: string;
  readonly status: WebhookRecoveryStatus;
  /** Deliveries made due so far. */
  readonly deliveries: number;
  /** Start of the part that a bound has left over; null where nothing is left. */
  readonly nextSinceMs: number | null;
  readonly stoppedBy: WebhookRecoveryStop | null;
  readonly createdAtMs: number;
  readonly finishedAtMs: number | null;
}

/** The account has a recovery that is queued or running. */
export class RecoveryInProgressError extends Error {
  override readonly name = 'RecoveryInProgressError';
  constructor() {
    super('A recovery of this account is queued or running; try again when it has finished');
  }
}

/** The recoveries of the account have made as many deliveries within 24 hours as they may. */
export class RecoveryLimitError extends Error {
  override readonly name = 'RecoveryLimitError';
  constructor(
    readonly max: number,
    /** Earliest instant at which one may start, milliseconds since the epoch. */
    readonly freeAtMs: number,
  ) {
    super(`Recoveries of this account have made ${max} deliveries due within 24 hours`);
  }
}

const DAY_MS = 86_400_000;
const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const newId = () => `rec_${Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;

/** SQL: columns of a {@link StoredRecovery}. */
const RECOVERY_COLUMNS = `id, status, deliveries, ${epochMs('since')} AS "sinceMs", ${epochMs('until')} AS "untilMs",
  ${epochMs('next_since')} AS "nextSinceMs", stopped_by AS "stoppedBy", ${epochMs('created_at')} AS "createdAtMs",
  ${epochMs('finished_at')} AS "finishedAtMs"`;

type QueuedRow = Partial<StoredRecovery> & { readonly used: number; readonly firstMs: number | null };

/** Recoveries: jobs of the workers that replay the events that an endpoint has missed (docs/decisions/0029). */
export class RecoveryRepository {
  constructor(private readonly db: Database) {}

  /**
   * Queues a recovery for the workers. One statement: it holds a connection no longer than any look-up.
   *
   * @throws {RecoveryInProgressError} {RecoveryLimitError} {DatabaseUnavailableError} {DatabaseRejectedError} also when the
   *   endpoint has just been deleted.
   */
  async queue(request: RecoveryRequest, nowMs: number): Promise<StoredRecovery> {
    const { account, endpointId, sinceMs, untilMs, bounds } = request;
    const [row] = await this.db.query<QueuedRow>(
      `WITH charged AS (
         SELECT coalesce(sum(greatest(deliveries, $8::int)), 0)::int AS used, ${epochMs('min(created_at)')} AS first_ms
         FROM webhook_recoveries
         WHERE account = $2 AND deliveries_max IS NOT NULL AND created_at > ${instant('$6')} - interval '1 day'
       ), queued AS (
         INSERT INTO webhook_recoveries
           (id, account, endpoint_id, since, until, status, deliveries_max, pending_max, created_at)
         SELECT $1, $2, $3, ${instant('$4')}, ${instant('$5')}, 'queued', $7::int - used, $9::int, ${instant('$6')}
         FROM charged WHERE $7::int IS NULL OR used < $7::int
         ON CONFLICT (account) WHERE status IN ('queued', 'running') DO NOTHING
         RETURNING ${RECOVERY_COLUMNS}
       ), notified AS (
         SELECT pg_notify('droptrack_recoveries', '') FROM queued
       )
       SELECT charged.used, charged.first_ms AS "firstMs", queued.*, (SELECT count(*) FROM notified) AS notified
       FROM charged LEFT JOIN queued ON true`,
      [
        newId(),
        account,
        endpointId,
        sinceMs,
        untilMs,
        nowMs,
        bounds?.perDayMax ?? null,
        WEBHOOK_LIMITS.recovery.charge,
        bounds?.pendingMax ?? null,
      ],
    );
    if (row === undefined) throw new Error('A query of one row returned none');
    if (hasRecovery(row)) return recoveryOf(row);
    if (bounds !== null && row.used >= bounds.perDayMax) {
      throw new RecoveryLimitError(bounds.perDayMax, (row.firstMs ?? nowMs) + DAY_MS);
    }
    throw new RecoveryInProgressError();
  }

  /** Finds a recovery of an endpoint; null for one that does not exist, or that retention has deleted. */
  async find(endpointId: string, id: string): Promise<StoredRecovery | null> {
    const [row] = await this.db.query<StoredRecovery>(
      `SELECT ${RECOVERY_COLUMNS} FROM webhook_recoveries WHERE id = $1 AND endpoint_id = $2`,
      [id, endpointId],
    );
    return row ?? null;
  }

  /**
   * Upper bound of the deliveries that a recovery makes due: it applies the endpoint's filters as well, and skips deliveries
   * in flight.
   */
  async countRecoverable(
    { id, account, events }: Pick<StoredEndpoint, 'id' | 'account' | 'events'>,
    { sinceMs, untilMs }: { readonly sinceMs: number; readonly untilMs: number },
  ): Promise<number> {
    const types = eventTypesNamed(events).filter((type) => type !== 'webhook.ping');
    const [row] = await this.db.query<{ events: number }>(
      `SELECT count(*)::float8 AS events FROM events AS e
       WHERE recorded_at >= to_timestamp($3::float8 / 1000) AND recorded_at < to_timestamp($4::float8 / 1000)
         AND (account IS NULL OR account = $2) AND type = ANY ($5)
         AND NOT EXISTS (SELECT FROM deliveries WHERE endpoint_id = $1 AND event = e.place AND status = 'delivered')`,
      [id, account, sinceMs, untilMs, types],
    );
    return row?.events ?? 0;
  }
}

const hasRecovery = (row: Partial<StoredRecovery>): row is StoredRecovery => typeof row.id === 'string';

function recoveryOf(row: StoredRecovery): StoredRecovery {
  const { id, status, deliveries, sinceMs, untilMs, nextSinceMs, stoppedBy, createdAtMs, finishedAtMs } = row;
  return { id, status, deliveries, sinceMs, untilMs, nextSinceMs, stoppedBy, createdAtMs, finishedAtMs };
}
