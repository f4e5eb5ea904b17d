import type { LogEntity, Revision } from '@droptrack/catalogue';
import type { Database, Sql } from '../database/database';

/** The log lacks a revision that was confirmed: it was cut below a reader, put back, or is another database's. */
export class LogGapError extends Error {
  override readonly name = 'LogGapError';
  constructor(readonly seq: number) {
    super(`Revision ${seq} is missing from the log`);
  }
}

/** Revisions fetched at once. */
const BATCH = 2_000;

/** A revision as the driver gives it. */
export interface RevisionRow {
  readonly seq: string;
  readonly recorded_at_ms: string;
  readonly entity: LogEntity;
  readonly id: string;
  readonly body: Revision['body'];
}

/** Instants are read to the millisecond, rounded down: the wire knows no finer. */
const RECORDED_AT_MS = 'floor(extract(epoch FROM recorded_at) * 1000)::bigint AS recorded_at_ms';
/** What a revision is read from. */
export const REVISION_COLUMNS = `seq, ${RECORDED_AT_MS}, entity, id, body`;

/** The revision of a row. */
export function revisionOf({ seq, recorded_at_ms, entity, id, body }: RevisionRow): Revision {
  return { seq: Number(seq), recordedAtMs: Number(recorded_at_ms), entity, id, body };
}

/** What the log shows at one point: the latest revision of everything but definitions, which no view shows. */
export interface LogState {
  readonly revisions: readonly Revision[];
  /** The last revision of the log at that point, 0 before the first; following goes on after it. */
  readonly seq: number;
}

/**
 * The latest revision of each entity up to a number. Steps from thing to thing along the
 * index: the whole log is never read, only as many rows as there are things.
 */
const LATEST_OF_EACH = `
  WITH RECURSIVE things AS (
    SELECT e.entity, first.id FROM unnest(ARRAY['drop', 'calendar_event', 'list']) AS e (entity) CROSS JOIN LATERAL (
      SELECT r.id FROM revisions AS r WHERE r.entity = e.entity ORDER BY r.id LIMIT 1
    ) AS first
    UNION ALL
    SELECT t.entity, next.id FROM things AS t CROSS JOIN LATERAL (
      SELECT r.id FROM revisions AS r WHERE r.entity = t.entity AND r.id > t.id ORDER BY r.id LIMIT 1
    ) AS next
  )
  SELECT latest.* FROM things AS t CROSS JOIN LATERAL (
    SELECT ${REVISION_COLUMNS} FROM revisions AS r
    WHERE r.entity = t.entity AND r.id = t.id AND r.seq <= $1 ORDER BY r.seq DESC LIMIT 1
  ) AS latest`;

/** Read once in a process' life, and of a very large catalogue longer than any request may take. */
const STATE_TIMEOUT_MS = 60_000;

/**
 * Reads the latest revision of each entity, in one snapshot of the database.
 *
 * @param asOfMs - milliseconds since the epoch, inclusive to the end of that millisecond; null for the present.
 *   What is read of an instant that was not yet confirmed may still change.
 */
export async function readLogState(db: Database, asOfMs: number | null = null): Promise<LogState> {
  return db.transaction(async (sql) => {
    await sql.allow(STATE_TIMEOUT_MS);
    const seq = asOfMs === null ? (await readHead(sql)).seq : await readLastSeqAt(sql, asOfMs);
    const rows = await sql.query<RevisionRow>(LATEST_OF_EACH, [seq]);
    return { revisions: rows.map(revisionOf), seq };
  }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

/** The last revision of the millisecond `$n` or before it; null when there is none. */
export const lastSeqAt = (parameter: string) => `(
  SELECT seq FROM revisions WHERE recorded_at < to_timestamp(0) + (${parameter}::bigint + 1) * interval '1 millisecond'
  ORDER BY recorded_at DESC LIMIT 1
)`;

async function readLastSeqAt(sql: Sql, asOfMs: number): Promise<number> {
  const [row] = await sql.query<{ seq: string | null }>(`SELECT ${lastSeqAt('$1')} AS seq`, [asOfMs]);
  return Number(row?.seq ?? 0);
}

/** Where the log and the keys stand, as far as committed; says nothing of completeness and waits for nobody. */
export async function readHead(sql: Sql): Promise<{ readonly seq: number; readonly keysVersion: number }> {
  const [row] = await sql.query<{ seq: string; version: string }>('SELECT seq, version FROM log_head, key_changes');
  return { seq: Number(row?.seq ?? 0), keysVersion: Number(row?.version ?? 0) };
}

/** The next revisions after `afterSeq` up to `upToSeq`, at most `limit`, in order. */
export async function readRevisions(sql: Sql, afterSeq: number, upToSeq: number, limit: number): Promise<Revision[]> {
  const rows = await sql.query<RevisionRow>(
    `SELECT ${REVISION_COLUMNS} FROM revisions WHERE seq > $1 AND seq <= $2 ORDER BY seq LIMIT $3`,
    [afterSeq, upToSeq, limit],
  );
  return rows.map(revisionOf);
}

/**
 * All revisions after `afterSeq` up to `upToSeq`, in order, a batch at a time: as many as there may be, never more
 * than one batch of them in memory.
 *
 * @throws {LogGapError} when one of them is missing.
 */
export async function* readRevisionBatches(
  sql: Sql,
  afterSeq: number,
  upToSeq: number,
  limit: number = BATCH,
): AsyncGenerator<readonly Revision[]> {
  for (let lastSeq = afterSeq; lastSeq < upToSeq;) {
    const revisions = await readRevisions(sql, lastSeq, upToSeq, limit);
    const gap = revisions.findIndex(({ seq }, index) => seq !== lastSeq + 1 + index);
    if (revisions.length === 0 || gap >= 0) throw new LogGapError(lastSeq + 1 + Math.max(0, gap));
    yield revisions;
    lastSeq += revisions.length;
  }
}

/** When the first revision of the log was recorded, milliseconds since the epoch; null while the log is empty. */
export async function readLogStart(sql: Sql): Promise<number | null> {
  const [row] = await sql.query<{ recorded_at_ms: string }>(
    `SELECT ${RECORDED_AT_MS} FROM revisions ORDER BY seq LIMIT 1`,
  );
  return row === undefined ? null : Number(row.recorded_at_ms);
}

/** What the log said of one thing at the end of a millisecond; null when it did not know it yet. */
export async function readRevisionAt(
  sql: Sql,
  entity: LogEntity,
  id: string,
  asOfMs: number,
): Promise<Revision | null> {
  const [row] = await sql.query<RevisionRow>(
    `SELECT ${REVISION_COLUMNS} FROM revisions
     WHERE entity = $1 AND id = $2 AND seq <= ${lastSeqAt('$3')}
     ORDER BY seq DESC LIMIT 1`,
    [entity, id, asOfMs],
  );
  return row === undefined ? null : revisionOf(row);
}
