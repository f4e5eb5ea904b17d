import { type LogEntity, type Revision, upcastBody } from '@droptrack/catalogue';
import type { Database, Sql } from '../database/database';
import { readPosition } from './head';
import { LOG_START, type LogPosition, type PositionRow, positionOf, RECORDED_AT_US } from './position';

/** A revision as the driver returns it. */
export interface RevisionRow {
  readonly seq: string;
  readonly recorded_at_ms: string;
  readonly entity: LogEntity;
  readonly id: string;
  readonly body: Revision['body'];
}

/** Rounded down to the precision of the wire. */
const RECORDED_AT_MS = 'floor(extract(epoch FROM recorded_at) * 1000)::bigint AS recorded_at_ms';
/** Select list of a {@link RevisionRow}. */
export const REVISION_COLUMNS = `seq, ${RECORDED_AT_MS}, entity, id, body`;

/** The revision of a row. */
export function revisionOf({ seq, recorded_at_ms, entity, id, body }: RevisionRow): Revision {
  return { seq: Number(seq), recordedAtMs: Number(recorded_at_ms), entity, id, body: upcastBody(body) };
}

/** {@link REVISION_COLUMNS}, with token, outcome, links and amounts of a definition instead of its some 10 kB. */
const STATE_COLUMNS = `seq, ${RECORDED_AT_MS}, r.entity, r.id,
  CASE WHEN r.entity = 'definition' AND jsonb_typeof(body) = 'object'
    THEN jsonb_build_object('definition', jsonb_build_object(
      'token', body #> '{definition,token}', 'outcome', body #> '{definition,outcome}',
      'links', body #> '{definition,links}', 'officialDomains', body #> '{definition,officialDomains}',
      'distribution', jsonb_build_object(
        'tokens', body #> '{definition,distribution,tokens}', 'claimed', body #> '{definition,distribution,claimed}'))) ELSE body
  END AS body`;

/**
 * Latest revision of each entity up to a number. A loose index scan from entity to entity: it reads one row per entity, not
 * the whole log.
 */
const LATEST_OF_EACH = `
  WITH RECURSIVE things AS (
    SELECT e.entity, first.id FROM unnest(ARRAY['drop', 'calendar_event', 'list', 'market', 'definition']) AS e (entity) CROSS JOIN LATERAL (
      SELECT r.id FROM revisions AS r WHERE r.entity = e.entity ORDER BY r.id LIMIT 1
    ) AS first
    UNION ALL
    SELECT t.entity, next.id FROM things AS t CROSS JOIN LATERAL (
      SELECT r.id FROM revisions AS r WHERE r.entity = t.entity AND r.id > t.id ORDER BY r.id LIMIT 1
    ) AS next
  )
  SELECT latest.* FROM things AS t CROSS JOIN LATERAL (
    SELECT ${STATE_COLUMNS} FROM revisions AS r
    WHERE r.entity = t.entity AND r.id = t.id AND r.seq <= $1 ORDER BY r.seq DESC LIMIT 1
  ) AS latest`;

/** Longer than the limit of requests: read once per process, and slow for a very large catalogue. */
const STATE_TIMEOUT_MS = 60_000;

/** Rows per statement: the server reads the next ones while these are processed. */
const STATE_BATCH = 2_000;

/**
 * Reads the latest revision of each entity, in batches and in one snapshot of the database. Of a definition, its body has only
 * what views contain: symbol, outcome, links, amounts.
 *
 * @param asOfMs - milliseconds since the epoch, inclusive to the end of that millisecond; null for the present.
 *   The result for an unconfirmed instant may still change.
 * @param onRevisions - called with each batch; in no order.
 * @returns the position of the log at that instant.
 */
export async function readLogState(
  db: Database,
  asOfMs: number | null,
  onRevisions: (revisions: readonly Revision[]) => void,
): Promise<LogPosition> {
  return db.transaction(async (sql) => {
    await sql.allow(STATE_TIMEOUT_MS);
    const position = await (asOfMs === null ? readPosition(sql) : readPositionAt(sql, asOfMs));
    await sql.query(`DECLARE log_state NO SCROLL CURSOR FOR ${LATEST_OF_EACH}`, [position.seq]);
    const fetchNext = (): Promise<RevisionRow[]> => {
      const rows = sql.query<RevisionRow>(`FETCH ${STATE_BATCH} FROM log_state`);
      // No caller awaits it after an error of `onRevisions`.
      rows.catch(() => undefined);
      return rows;
    };
    for (let next = fetchNext(); ;) {
      const rows = await next;
      if (rows.length === 0) return position;
      next = fetchNext();
      onRevisions(rows.map(revisionOf));
    }
  }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

/** The last revision of the millisecond `$n` or before it; null when there is none. */
export const lastSeqAt = (parameter: string) => `(
  SELECT seq FROM revisions WHERE recorded_at < to_timestamp(0) + (${parameter}::bigint + 1) * interval '1 millisecond'
  ORDER BY recorded_at DESC LIMIT 1
)`;

async function readPositionAt(sql: Sql, asOfMs: number): Promise<LogPosition> {
  const [row] = await sql.query<PositionRow>(
    `SELECT seq, ${RECORDED_AT_US} AS recorded_at_us FROM revisions WHERE seq = ${lastSeqAt('$1')}`,
    [asOfMs],
  );
  return row === undefined ? LOG_START : positionOf(row);
}

/** The next revisions after `afterSeq` up to `upToSeq`, at most `limit`, in order. */
export async function readRevisions(sql: Sql, afterSeq: number, upToSeq: number, limit: number): Promise<Revision[]> {
  const rows = await sql.query<RevisionRow>(
    `SELECT ${REVISION_COLUMNS} FROM revisions WHERE seq > $1 AND seq <= $2 ORDER BY seq LIMIT $3`,
    [afterSeq, upToSeq, limit],
  );
  return rows.map(revisionOf);
}

/** Instant of the first revision of the log, milliseconds since the epoch; null while the log is empty. */
export async function readLogStart(sql: Sql): Promise<number | null> {
  const [row] = await sql.query<{ recorded_at_ms: string }>(
    `SELECT ${RECORDED_AT_MS} FROM revisions ORDER BY seq LIMIT 1`,
  );
  return row === undefined ? null : Number(row.recorded_at_ms);
}

/** Latest revision of an entity at the end of a millisecond; null when it had none yet. */
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

/** An entity and the instant before which its latest revision is read, milliseconds since the epoch. */
export interface EntityBefore {
  readonly id: string;
  readonly beforeMs: number;
}

/** Latest revisions of entities before an instant each, in no order; none for an entity that had none yet. */
export async function readRevisionsBefore(
  sql: Sql,
  entity: LogEntity,
  asked: readonly EntityBefore[],
): Promise<Revision[]> {
  if (asked.length === 0) return [];
  const rows = await sql.query<RevisionRow>(
    `SELECT latest.* FROM unnest($2::text[], $3::bigint[]) AS asked (id, before_ms)
     CROSS JOIN LATERAL (
       SELECT ${REVISION_COLUMNS} FROM revisions
       WHERE entity = $1 AND id = asked.id AND seq <= ${lastSeqAt('(asked.before_ms - 1)')}
       ORDER BY seq DESC LIMIT 1
     ) AS latest`,
    [entity, asked.map(({ id }) => id), asked.map(({ beforeMs }) => beforeMs)],
  );
  return rows.map(revisionOf);
}

/** Latest revisions of entities at the end of a millisecond, in no order; none for an entity that had none yet. */
export async function readRevisionsAt(
  sql: Sql,
  entity: LogEntity,
  ids: readonly string[],
  asOfMs: number,
): Promise<Revision[]> {
  const rows = await sql.query<RevisionRow>(
    `SELECT latest.* FROM unnest($2::text[]) AS asked (id)
     CROSS JOIN LATERAL (
       SELECT ${REVISION_COLUMNS} FROM revisions
       WHERE entity = $1 AND id = asked.id AND seq <= ${lastSeqAt('$3')}
       ORDER BY seq DESC LIMIT 1
     ) AS latest`,
    [entity, ids, asOfMs],
  );
  return rows.map(revisionOf);
}
