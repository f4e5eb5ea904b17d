import type { LogEntity, Revision } from '@droptrack/catalogue';
import type { Database, Sql } from '../database/database';

interface RevisionRow {
  readonly seq: string;
  readonly recorded_at_ms: string;
  readonly entity: LogEntity;
  readonly id: string;
  readonly body: Revision['body'];
}

/** Instants are read to the millisecond, rounded down: the wire knows no finer. */
const COLUMNS = 'seq, floor(extract(epoch FROM recorded_at) * 1000)::bigint AS recorded_at_ms, entity, id, body';

function revisionOf({ seq, recorded_at_ms, entity, id, body }: RevisionRow): Revision {
  return { seq: Number(seq), recordedAtMs: Number(recorded_at_ms), entity, id, body };
}

/** What the log shows at one point: the latest revision of everything. */
export interface LogState {
  readonly revisions: readonly Revision[];
  /** The last revision of the log when it was read; following goes on after it. */
  readonly seq: number;
}

/**
 * Reads the latest revision of each entity, in one snapshot of the database.
 *
 * @param asOfMs - milliseconds since the epoch, inclusive to the end of that millisecond; null for the present.
 */
export async function readLogState(db: Database, asOfMs: number | null = null): Promise<LogState> {
  return db.transaction(async (sql) => {
    const [head] = await sql.query<{ seq: string }>('SELECT seq FROM log_head');
    const rows = await sql.query<RevisionRow>(
      `SELECT DISTINCT ON (entity, id) ${COLUMNS} FROM revisions
       WHERE $1::bigint IS NULL OR recorded_at < to_timestamp(0) + ($1::bigint + 1) * interval '1 millisecond'
       ORDER BY entity, id, seq DESC`,
      [asOfMs],
    );
    return { revisions: rows.map(revisionOf), seq: Number(head?.seq ?? 0) };
  }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

/** The next revisions after `afterSeq` up to `upToSeq`, at most `limit`, in order. */
export async function readRevisions(sql: Sql, afterSeq: number, upToSeq: number, limit: number): Promise<Revision[]> {
  const rows = await sql.query<RevisionRow>(
    `SELECT ${COLUMNS} FROM revisions WHERE seq > $1 AND seq <= $2 ORDER BY seq LIMIT $3`,
    [afterSeq, upToSeq, limit],
  );
  return rows.map(revisionOf);
}

/** What the log said of one thing at an instant; null when it did not know it yet. */
export async function readRevisionAt(
  sql: Sql,
  entity: LogEntity,
  id: string,
  asOfMs: number,
): Promise<Revision | null> {
  const [row] = await sql.query<RevisionRow>(
    `SELECT ${COLUMNS} FROM revisions
     WHERE entity = $1 AND id = $2 AND recorded_at < to_timestamp(0) + ($3::bigint + 1) * interval '1 millisecond'
     ORDER BY seq DESC LIMIT 1`,
    [entity, id, asOfMs],
  );
  return row === undefined ? null : revisionOf(row);
}

/** What the database says of the log's completeness. */
export interface LogConfirmation {
  /** The last revision. */
  readonly seq: number;
  /** Nothing will be recorded at or before this instant any more, milliseconds since the epoch. */
  readonly asOfMs: number;
  /** The database's clock, milliseconds since the epoch. */
  readonly clockMs: number;
  /** Grows with every change of API keys. */
  readonly keysVersion: number;
}

/**
 * Asks up to where the log is complete; the database keeps that word (docs/decisions/0002).
 * Waits for the writer that is at work, at most 2 s.
 */
export async function confirmLog(sql: Sql): Promise<LogConfirmation> {
  const [row] = await sql.query<Record<'seq' | 'as_of_ms' | 'clock_ms' | 'keys_version', string>>(
    `SELECT seq, floor(extract(epoch FROM complete_until) * 1000)::bigint AS as_of_ms,
            floor(extract(epoch FROM clock) * 1000)::bigint AS clock_ms, keys_version
     FROM confirm_log()`,
  );
  if (row === undefined) throw new Error('log_head has no row');
  return {
    seq: Number(row.seq),
    asOfMs: Number(row.as_of_ms),
    clockMs: Number(row.clock_ms),
    keysVersion: Number(row.keys_version),
  };
}
