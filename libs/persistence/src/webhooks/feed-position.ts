import type { Sql } from '../database/database';
import { LogGapError } from '../log/log-gap.error';

/**
 * Compares the newest event with the revision that it was made of. A restore of the whole database brings back both; of
 * tables that were restored apart, the log may have grown past the position again with other revisions.
 *
 * @throws {LogGapError} when the log has another revision there.
 */
export async function assertSameLog(sql: Sql): Promise<void> {
  const [other] = await sql.query<{ seq: string }>(
    `SELECT e.seq
     FROM (SELECT seq, body FROM events WHERE seq IS NOT NULL ORDER BY place DESC LIMIT 1) AS e
     JOIN revisions AS r USING (seq)
     WHERE date_trunc('milliseconds', r.recorded_at) <> (e.body::jsonb ->> 'timestamp')::timestamptz`,
  );
  if (other !== undefined) throw new LogGapError(Number(other.seq), 'replaced');
}

/**
 * Position up to which the log has been turned into events, and its end. Both come from one backup, as the position
 * moves in the transaction that stores the events: a position after the end means that the tables were restored apart.
 *
 * @throws {LogGapError} when the log ends before the position.
 */
export async function readPlace(sql: Sql): Promise<{ readonly seq: number; readonly lastSeq: number }> {
  const [row] = await sql.query<{ seq: string; last_seq: string }>(
    'SELECT h.seq, l.seq AS last_seq FROM event_head AS h, log_head AS l',
  );
  const [seq, lastSeq] = [Number(row?.seq ?? 0), Number(row?.last_seq ?? 0)];
  if (seq > lastSeq) throw new LogGapError(seq);
  return { seq, lastSeq };
}
