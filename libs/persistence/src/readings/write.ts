import type { Transaction } from '../database/database';
import { DatabaseRefusedError } from '../database/errors';

/** SQLSTATE of a key that is there twice. */
const UNIQUE_VIOLATION = '23505';

/**
 * Stores the staged readings in the order of the key, so that its index is written from one
 * end to the other.
 *
 * @returns null; or, with nothing stored, why not: there are duplicates among them. The index finds
 *   that out by the way, where to look for them first costs as much as to sort them all.
 */
export async function storeStaged(sql: Transaction): Promise<DatabaseRefusedError | null> {
  await sql.query('SAVEPOINT before_readings');
  try {
    // Neither ON CONFLICT nor RETURNING: of a million rows each costs as much as writing them again.
    await sql.query(
      `INSERT INTO readings (drop_id, signal, observed_at, value, source, recorded_at)
       SELECT drop_id, signal, observed_at, value, source, (SELECT record_instant())
       FROM staged_readings ORDER BY drop_id, signal, observed_at`,
    );
    return null;
  } catch (error) {
    if (!(error instanceof DatabaseRefusedError && error.code === UNIQUE_VIOLATION)) throw error;
    await sql.query('ROLLBACK TO SAVEPOINT before_readings');
    return error;
  }
}

/**
 * Notes the last of each day of what was stored, and has its drops looked at, from the first
 * hour on that something new was known by.
 *
 * @returns how many were stored.
 */
export async function noteStored(sql: Transaction, nowMs: number): Promise<number> {
  await sql.query(
    `INSERT INTO signal_days AS days (drop_id, signal, day, value, observed_at)
     SELECT drop_id, signal, day, value, observed_at
     FROM (
       SELECT drop_id, signal, (observed_at AT TIME ZONE 'UTC')::date AS day, max(observed_at) AS observed_at
       FROM staged_readings GROUP BY 1, 2, 3
     ) AS last JOIN staged_readings USING (drop_id, signal, observed_at)
     ORDER BY drop_id, signal, day
     ON CONFLICT (drop_id, signal, day) DO UPDATE SET value = excluded.value, observed_at = excluded.observed_at
     WHERE days.observed_at < excluded.observed_at`,
  );
  const gained = await sql.query<{ added: number }>(
    `WITH gained AS (
       SELECT drop_id, count(*) AS added, min(observed_at) AS first FROM staged_readings GROUP BY drop_id
     ), dues AS (
       INSERT INTO drop_dues AS due (drop_id, due_at, moved_until, pointed_until)
       SELECT drop_id, to_timestamp($1::float8 / 1000), to_timestamp($1::float8 / 1000),
              date_trunc('hour', first - interval '1 millisecond', 'UTC')
       FROM gained ORDER BY drop_id
       ON CONFLICT (drop_id) DO UPDATE
       SET due_at = least(due.due_at, excluded.due_at), pointed_until = least(due.pointed_until, excluded.pointed_until)
     )
     SELECT coalesce(sum(added), 0)::integer AS added FROM gained`,
    [nowMs],
  );
  return gained[0]?.added ?? 0;
}
