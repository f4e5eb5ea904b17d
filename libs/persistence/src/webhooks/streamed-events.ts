import { WEBHOOK_LIMITS } from '@droptrack/contracts';
import type { EventDraft } from '@droptrack/webhooks';
import type { Sql } from '../database/database';

/** Ends of the log and of its events, as far as committed. */
export interface EventHead {
  /** Last revision of the log. */
  readonly logSeq: number;
  /** Last revision whose events are published. */
  readonly publishedSeq: number;
  /** When the first later revision was recorded, milliseconds since the epoch; null without one. */
  readonly unpublishedSinceMs: number | null;
}

/** Reads the ends of the log and of its events, without waiting for writers. */
export async function readEventHead(sql: Sql): Promise<EventHead> {
  const [row] = await sql.query<{ log_seq: number; published_seq: number; since_ms: number | null }>(
    `SELECT l.seq::float8 AS log_seq, h.seq::float8 AS published_seq, (
       SELECT floor(extract(epoch FROM recorded_at) * 1000)::float8 FROM revisions WHERE seq > h.seq ORDER BY seq LIMIT 1
     ) AS since_ms
     FROM event_head AS h, log_head AS l`,
  );
  return {
    logSeq: row?.log_seq ?? 0,
    publishedSeq: row?.published_seq ?? 0,
    unpublishedSinceMs: row?.since_ms ?? null,
  };
}

/**
 * Reads when a revision was recorded, in milliseconds since the epoch.
 *
 * @throws {RangeError} for a revision that does not exist.
 */
export async function readRecordedMs(sql: Sql, seq: number): Promise<number> {
  const [row] = await sql.query<{ ms: number }>(
    'SELECT floor(extract(epoch FROM recorded_at) * 1000)::float8 AS ms FROM revisions WHERE seq = $1',
    [seq],
  );
  if (row === undefined) throw new RangeError(`The log has no revision ${seq}`);
  return row.ms;
}

/** An event of the log, with the members that filters use. */
export interface StreamedRow extends Pick<EventDraft, 'type' | 'dropId' | 'chain' | 'hype' | 'body'> {
  /** Sequence of its revision; a revision can cause several events. */
  readonly seq: number;
}

/** Reads the events of the revisions after `afterSeq` up to `upToSeq`, in the order in which they were published. */
export function readStreamedEvents(sql: Sql, afterSeq: number, upToSeq: number): Promise<StreamedRow[]> {
  return sql.query<StreamedRow>(
    `SELECT seq::float8 AS seq, type, drop_id AS "dropId", chain, hype, body FROM events
     WHERE seq > $1 AND seq <= $2 ORDER BY seq, place`,
    [afterSeq, upToSeq],
  );
}

/**
 * True if no event after a revision was deleted, or will be within an hour, as a replay takes a while. Events are deleted by
 * their age, so the next revision decides.
 *
 * @param nowMs - milliseconds since the epoch.
 */
export async function areEventsKept(sql: Sql, afterSeq: number, nowMs: number): Promise<boolean> {
  const rows = await sql.query(
    `SELECT FROM (SELECT recorded_at FROM revisions WHERE seq > $1 ORDER BY seq LIMIT 1) AS next
     WHERE recorded_at > to_timestamp($2::float8 / 1000) - $3 * interval '1 day' + interval '1 hour'`,
    [afterSeq, nowMs, WEBHOOK_LIMITS.keptDays],
  );
  return rows.length > 0;
}
