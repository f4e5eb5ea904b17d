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
}

const epochMs = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

/**
 * Takes drops that are due, the longest due first, and locks them until the end of the
 * transaction, which is the lease: who dies on the way gives them back. What somebody else
 * has is passed over; so is what a faster clock than ours has been followed to already.
 */
export async function claimDue(sql: Sql, nowMs: number, limit: number): Promise<DueDrop[]> {
  const claimed = await sql.query<{ id: string }>(
    `SELECT d.id FROM drop_dues AS due JOIN drops AS d ON d.id = due.drop_id
     WHERE due.due_at <= to_timestamp($1::float8 / 1000) AND due.moved_until <= to_timestamp($1::float8 / 1000)
       AND d.archived_at IS NULL
     ORDER BY due.due_at, d.id LIMIT $2 FOR NO KEY UPDATE OF d SKIP LOCKED`,
    [nowMs, limit],
  );
  if (claimed.length === 0) return [];
  // Read anew: somebody may have had the drop between the look at it and the lock.
  return sql.query<DueDrop>(
    `SELECT d.id, d.definition, ${epochMs('d.created_at')} AS "createdMs",
            ${epochMs('due.moved_until')} AS "movedUntilMs", ${epochMs('due.pointed_until')} AS "pointedUntilMs"
     FROM drops AS d JOIN drop_dues AS due ON due.drop_id = d.id
     WHERE d.id = ANY ($1) AND d.archived_at IS NULL
       AND due.due_at <= to_timestamp($2::float8 / 1000) AND due.moved_until <= to_timestamp($2::float8 / 1000)
     ORDER BY d.id`,
    [claimed.map(({ id }) => id), nowMs],
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
