import type { Sql } from '../database/database';

/** An instant given in milliseconds since the epoch. */
const instant = (parameter: string) => `to_timestamp(${parameter}::float8 / 1000)`;

/**
 * Has drops looked at again at once. The caller has their rows in `drops`, so that whoever
 * derives from them sees either what it wrote or this.
 */
export async function markDue(sql: Sql, dropIds: readonly string[], nowMs: number): Promise<void> {
  if (dropIds.length === 0) return;
  await sql.query(`UPDATE drop_dues SET due_at = least(due_at, ${instant('$2')}) WHERE drop_id = ANY ($1)`, [
    dropIds,
    nowMs,
  ]);
}

/** Notes that the log tells what the calendars of drops moved until now, and has them looked at again. */
export async function noteFollowed(sql: Sql, dropIds: readonly string[], nowMs: number): Promise<void> {
  if (dropIds.length === 0) return;
  await sql.query(
    `UPDATE drop_dues SET moved_until = greatest(moved_until, ${instant('$2')}), due_at = least(due_at, ${instant('$2')})
     WHERE drop_id = ANY ($1)`,
    [dropIds, nowMs],
  );
}

/** Stops looking at drops, until they come back. */
export async function stopFollowing(sql: Sql, dropIds: readonly string[]): Promise<void> {
  if (dropIds.length === 0) return;
  await sql.query(`UPDATE drop_dues SET due_at = 'infinity' WHERE drop_id = ANY ($1)`, [dropIds]);
}

/** Begins with drops that are new, or come back: nothing of the time before is made up for. */
export async function startFollowing(sql: Sql, dropIds: readonly string[], nowMs: number): Promise<void> {
  if (dropIds.length === 0) return;
  await sql.query(
    `INSERT INTO drop_dues (drop_id, due_at, moved_until, pointed_until)
     SELECT id, ${instant('$2')}, ${instant('$2')}, ${instant('$2')} FROM unnest($1::text[]) AS id
     ON CONFLICT (drop_id) DO UPDATE
     SET due_at = excluded.due_at, moved_until = excluded.moved_until, pointed_until = excluded.pointed_until`,
    [dropIds, nowMs],
  );
}
