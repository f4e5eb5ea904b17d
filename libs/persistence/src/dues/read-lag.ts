import type { Sql } from '../database/database';

/** The work that waits. */
export interface DueLag {
  /** Drops that should have been looked at. */
  readonly drops: number;
  /** Since when the one that waits longest is due, in milliseconds since the epoch; null when none is. */
  readonly oldestMs: number | null;
}

/** Reads how far the workers are behind. Archived drops are nobody's work. */
export async function readDueLag(sql: Sql, nowMs: number): Promise<DueLag> {
  const [row] = await sql.query<{ drops: number; oldest_ms: number | null }>(
    `SELECT count(*)::int AS drops, extract(epoch FROM min(due_at))::float8 * 1000 AS oldest_ms
     FROM drop_dues JOIN drops ON drops.id = drop_dues.drop_id
     WHERE due_at <= to_timestamp($1::float8 / 1000) AND archived_at IS NULL`,
    [nowMs],
  );
  return { drops: row?.drops ?? 0, oldestMs: row?.oldest_ms ?? null };
}
