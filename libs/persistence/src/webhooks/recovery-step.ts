import type { WebhookRecoveryStop } from '@droptrack/contracts';
import type { Database, Sql } from '../database/database';
import { DatabaseRejectedError, isConnectionLost } from '../database/errors';
import { findEndpoint } from './endpoint.repository';
import type { StoredEndpoint } from './endpoint';
import { wakeDispatchers } from './queue-lock';
import type { RecoverySpan } from './recovery.repository';
import { firstOf, type PlaceRange, rangeOf, recoverEvents } from './recovery-events';

/** Result of one step. */
interface RecoveryStep {
  readonly id: string;
  /** Deliveries that the step made due. */
  readonly due: number;
  readonly isFinished: boolean;
}

interface OpenRow extends RecoverySpan {
  readonly id: string;
  readonly endpointId: string;
  readonly account: string;
  readonly deliveries: number;
  readonly deliveriesMax: number | null;
  readonly pendingMax: number | null;
  readonly after: string | null;
  readonly to: string | null;
}

/** Consecutive steps that may fail before a recovery fails; a step that the database rejects fails it at once. */
const FAILURES_MAX = 5;

/** State of a recovery after a step. */
interface Progress {
  readonly due: number;
  readonly range: PlaceRange | null;
  /** Null while there is more to do. */
  readonly end: { readonly stoppedBy: WebhookRecoveryStop | null; readonly nextSinceMs: number | null } | null;
}

/**
 * Runs the next step of a recovery in one transaction: the deliveries of up to 1 000 events are committed together with the
 * position of the recovery. The lock of its row is the lease: when a worker dies, the step is rolled back, and any worker
 * continues after the last committed step. Running recoveries come before queued ones, which limits how many are open; those
 * whose last step failed come last.
 *
 * @param id - of one recovery; the next in order when not given.
 * @returns null when no recovery is open, or other workers have leased all of them.
 * @throws {DatabaseUnavailableError} A recovery ends as `failed` when the database rejects a step, or when five consecutive
 *   steps fail; lost connections do not count.
 */
export async function stepRecovery(
  db: Database,
  nowMs: number,
  id: string | null = null,
): Promise<RecoveryStep | null> {
  let leasedId: string | null = null;
  try {
    return await db.transaction(async (sql) => {
      const leased = await lease(sql, id);
      if (leased === null) return null;
      leasedId = leased.id;
      const { due, range, end } = await advance(sql, leased, nowMs);
      await sql.query(
        `UPDATE webhook_recoveries
         SET status = CASE WHEN NOT $2 THEN 'running' WHEN $3::text = 'endpoint_deleted' THEN 'failed' ELSE 'done' END,
             stopped_by = $3, next_since = to_timestamp($4::float8 / 1000), deliveries = deliveries + $5,
             after_place = $6, to_place = $7, failures = 0, finished_at = CASE WHEN $2 THEN to_timestamp($8::float8 / 1000) END
         WHERE id = $1`,
        [
          leased.id,
          end !== null,
          end?.stoppedBy ?? null,
          end?.nextSinceMs ?? null,
          due,
          range?.after ?? null,
          range?.to ?? null,
          nowMs,
        ],
      );
      if (due > 0) await wakeDispatchers(sql);
      return { id: leased.id, due, isFinished: end !== null };
    });
  } catch (error) {
    // Otherwise a recovery without a successful step would be leased forever, and its account could queue no other.
    if (leasedId !== null && !isConnectionLost(error)) await noteFailure(db, leasedId, error, nowMs);
    throw error;
  }
}

async function lease(sql: Sql, id: string | null): Promise<OpenRow | null> {
  const [row] = await sql.query<OpenRow>(
    `SELECT id, endpoint_id AS "endpointId", account, deliveries, deliveries_max AS "deliveriesMax",
            pending_max AS "pendingMax", after_place::text AS after, to_place::text AS to,
            (extract(epoch FROM since) * 1000)::float8 AS "sinceMs", (extract(epoch FROM until) * 1000)::float8 AS "untilMs"
     FROM webhook_recoveries WHERE status IN ('queued', 'running') AND ($1::text IS NULL OR id = $1)
     ORDER BY failures, status = 'running' DESC, created_at, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
    [id],
  );
  return row ?? null;
}

async function advance(sql: Sql, row: OpenRow, nowMs: number): Promise<Progress> {
  const endpoint = await findEndpoint(sql, null, row.endpointId);
  if (endpoint === null) return { due: 0, range: null, end: { stoppedBy: 'endpoint_deleted', nextSinceMs: null } };
  const range = row.after === null || row.to === null ? await rangeOf(sql, row.endpointId, row) : row;
  if (range === null || range.after === null || range.to === null) return DONE;
  const left: PlaceRange = { after: range.after, to: range.to };
  const allowed = await allowance(sql, row);
  if (allowed.deliveries <= 0) return stopped(sql, endpoint, row, left, allowed.by);
  const step = await recoverEvents(sql, endpoint, { span: row, range: left, max: allowed.deliveries, nowMs });
  const isDone = step.after === null || !step.isMore;
  return { due: step.due, range: { ...left, after: step.after ?? left.after }, end: isDone ? DONE.end : null };
}

const DONE: Progress = { due: 0, range: null, end: { stoppedBy: null, nextSinceMs: null } };

/** Ends a recovery that has reached a bound, with the start of the remaining part; without one, it is done. */
async function stopped(
  sql: Sql,
  endpoint: StoredEndpoint,
  span: RecoverySpan,
  range: PlaceRange,
  stoppedBy: WebhookRecoveryStop,
): Promise<Progress> {
  const nextSinceMs = await firstOf(sql, endpoint, span, range);
  return nextSinceMs === null ? DONE : { due: 0, range, end: { stoppedBy, nextSinceMs } };
}

/** Number of deliveries that the recovery may still make due, and the bound that determines it. */
async function allowance(
  sql: Sql,
  { account, deliveries, deliveriesMax, pendingMax }: OpenRow,
): Promise<{ readonly deliveries: number; readonly by: WebhookRecoveryStop }> {
  const ofDay = deliveriesMax === null ? NO_BOUND : deliveriesMax - deliveries;
  const ofPending = pendingMax === null ? NO_BOUND : pendingMax - (await countPending(sql, account, pendingMax));
  return ofDay <= ofPending ? { deliveries: ofDay, by: 'daily_limit' } : { deliveries: ofPending, by: 'pending_limit' };
}

const NO_BOUND = 2 ** 31 - 1;

/** Counts the pending deliveries of an account, leased and in flight ones included, up to `max`. */
async function countPending(sql: Sql, account: string, max: number): Promise<number> {
  const [row] = await sql.query<{ pending: number }>(
    `SELECT count(*)::int AS pending FROM (
       SELECT FROM webhook_endpoints AS e JOIN deliveries AS d ON d.endpoint_id = e.id
       WHERE e.account = $1 AND e.deleted_at IS NULL AND d.status IN ('pending', 'sending') LIMIT $2
     ) AS counted`,
    [account, max],
  );
  return row?.pending ?? 0;
}

async function noteFailure(db: Database, id: string, error: unknown, nowMs: number): Promise<void> {
  const failuresMax = error instanceof DatabaseRejectedError ? 1 : FAILURES_MAX;
  await db.query(
    `UPDATE webhook_recoveries SET failures = failures + 1,
       status = CASE WHEN failures + 1 >= $3 THEN 'failed' ELSE status END,
       stopped_by = CASE WHEN failures + 1 >= $3 THEN 'internal' END,
       finished_at = CASE WHEN failures + 1 >= $3 THEN to_timestamp($2::float8 / 1000) END
     WHERE id = $1 AND status IN ('queued', 'running')`,
    [id, nowMs, failuresMax],
  );
}
