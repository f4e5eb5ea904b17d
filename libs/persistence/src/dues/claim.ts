import type { DropDefinition } from '@droptrack/catalogue';
import type { Sql } from '../database/database';

/** A drop that must be looked at, with its row locked. */
export interface DueDrop {
  readonly id: string;
  readonly definition: DropDefinition;
  /** Milliseconds since the epoch, as all of these. */
  readonly createdMs: number;
  /** Up to here the log tells what the calendar moved. */
  readonly movedUntilMs: number;
  /** Up to here each hour has its point, as far as there is one. */
  readonly pointedUntilMs: number;
  /** It had been followed up to an instant to come, by a wrong clock: the marks above are now instead. */
  readonly isAhead: boolean;
}

const epochMs = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;
const NOW = 'to_timestamp($1::float8 / 1000)';
/** Workers differ by less in what the database's clock says. */
const TOLERANCE = `interval '1 second'`;
/** A drop is looked at each hour. */
const DUE_AT_MAX = `${NOW} + interval '1 hour' + ${TOLERANCE}`;
const IS_AHEAD = `moved_until > ${NOW} + ${TOLERANCE}`;

/** Each by its index. An archived drop is due at infinity. */
const DUE = `
  SELECT drop_id, due_at FROM drop_dues WHERE due_at <= ${NOW} AND moved_until <= ${NOW}
  UNION ALL
  SELECT drop_id, ${NOW} FROM drop_dues WHERE due_at > ${DUE_AT_MAX} AND due_at < 'infinity' AND NOT (${IS_AHEAD})
  UNION ALL
  SELECT drop_id, ${NOW} FROM drop_dues WHERE ${IS_AHEAD}`;

/**
 * Takes drops that are due, the longest due first, and locks them until the end of the
 * transaction, which is the lease: who dies on the way gives them back. What somebody else
 * has is passed over. A drop that is due later than any can be, or was followed beyond now,
 * was so by a wrong clock: it is due at once.
 */
export async function claimDue(sql: Sql, nowMs: number, limit: number): Promise<DueDrop[]> {
  const claimed = await sql.query<{ id: string }>(
    `SELECT d.id FROM (${DUE}) AS due JOIN drops AS d ON d.id = due.drop_id
     WHERE d.archived_at IS NULL
     ORDER BY due.due_at, d.id LIMIT $2 FOR NO KEY UPDATE OF d SKIP LOCKED`,
    [nowMs, limit],
  );
  if (claimed.length === 0) return [];
  // Read anew: somebody may have had the drop between the look at it and the lock.
  return sql.query<DueDrop>(
    `SELECT d.id, d.definition, ${epochMs('d.created_at')} AS "createdMs", ${IS_AHEAD} AS "isAhead",
            ${epochMs(`least(due.moved_until, ${NOW})`)} AS "movedUntilMs",
            ${epochMs(`least(due.pointed_until, ${NOW})`)} AS "pointedUntilMs"
     FROM drops AS d JOIN drop_dues AS due ON due.drop_id = d.id
     WHERE d.id = ANY ($2) AND d.archived_at IS NULL
       AND (due_at <= ${NOW} AND moved_until <= ${NOW} OR due_at > ${DUE_AT_MAX} AND due_at < 'infinity' OR ${IS_AHEAD})
     ORDER BY d.id`,
    [nowMs, claimed.map(({ id }) => id)],
  );
}

/** When and from where a drop is looked at next. */
export interface NextLook {
  readonly id: string;
  readonly dueMs: number;
  readonly movedUntilMs: number;
  readonly pointedUntilMs: number;
}

/** Gives claimed drops back. */
export async function scheduleNext(sql: Sql, next: readonly NextLook[]): Promise<void> {
  await sql.query(
    `UPDATE drop_dues AS due
     SET due_at = to_timestamp(n.due_ms / 1000), moved_until = to_timestamp(n.moved_ms / 1000),
         pointed_until = to_timestamp(n.pointed_ms / 1000)
     FROM unnest($1::text[], $2::float8[], $3::float8[], $4::float8[]) AS n (id, due_ms, moved_ms, pointed_ms)
     WHERE due.drop_id = n.id`,
    [
      next.map(({ id }) => id),
      next.map(({ dueMs }) => dueMs),
      next.map(({ movedUntilMs }) => movedUntilMs),
      next.map(({ pointedUntilMs }) => pointedUntilMs),
    ],
  );
}
