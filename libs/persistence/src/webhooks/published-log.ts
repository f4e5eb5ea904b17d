import type { LogEntity, Revision } from '@droptrack/catalogue';
import { dropOf, type LogState } from '@droptrack/webhooks';
import type { Sql } from '../database/database';
import { LogGapError } from '../log/log-gap.error';
import { REVISION_COLUMNS, type RevisionRow, revisionOf } from '../log/read';

/**
 * Sequence up to which the log is published, and its end. Both come from one backup, as the position moves in the
 * transaction that stores the events: a position after the end means that the tables were restored separately.
 *
 * @throws {LogGapError} when the log ends before the position.
 */
export async function readPublishedPosition(sql: Sql): Promise<{ readonly seq: number; readonly lastSeq: number }> {
  const [row] = await sql.query<{ seq: string; last_seq: string }>(
    'SELECT h.seq, l.seq AS last_seq FROM event_head AS h, log_head AS l',
  );
  const [seq, lastSeq] = [Number(row?.seq ?? 0), Number(row?.last_seq ?? 0)];
  if (seq > lastSeq) throw new LogGapError(seq);
  return { seq, lastSeq };
}

/**
 * Compares the newest event with the revision that it was derived from. A restore of the whole database restores both; when
 * tables were restored separately, the log may have grown past the position again with other revisions.
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

/** Entities whose former revision an event depends on. Scheduled events have none, and definitions cause no events. */
const WITH_FORMER: readonly LogEntity[] = ['drop', 'calendar_event', 'list', 'market'];

const LATEST = (where: string) => `
  SELECT ${REVISION_COLUMNS} FROM revisions AS r WHERE ${where} AND r.seq <= $3 ORDER BY r.seq DESC LIMIT 1`;

/**
 * Former revisions of the entities, and of each of their drops the last revision that publishes it. A deleted calendar event
 * names its drop in its former revision only.
 */
const FORMER = `
  WITH former AS MATERIALIZED (
    SELECT latest.* FROM unnest($1::text[], $2::text[]) AS wanted (entity, id)
    CROSS JOIN LATERAL (${LATEST('r.entity = wanted.entity AND r.id = wanted.id')}) AS latest
  ), about AS (
    SELECT unnest($4::text[]) AS id UNION SELECT body ->> 'drop' FROM former WHERE entity = 'calendar_event'
  )
  SELECT former.*, false AS is_drop_shown FROM former
  UNION ALL
  SELECT shown.*, true FROM about
  CROSS JOIN LATERAL (${LATEST(`r.entity = 'drop' AND r.id = about.id AND r.body IS NOT NULL`)}) AS shown`;

/** Reads the state of the log up to a sequence, as far as the events of the next revisions depend on it. */
export async function readLogState(sql: Sql, revisions: readonly Revision[], upToSeq: number): Promise<LogState> {
  const entities = new Map(
    revisions
      .filter(({ entity }) => WITH_FORMER.includes(entity))
      .map((revision) => [`${revision.entity}/${revision.id}`, revision]),
  );
  const wanted = [...entities.values()];
  const dropIds = [...new Set(revisions.flatMap((revision) => dropOf(revision) ?? []))];
  const rows = await sql.query<RevisionRow & { is_drop_shown: boolean }>(FORMER, [
    wanted.map(({ entity }) => entity),
    wanted.map(({ id }) => id),
    upToSeq,
    dropIds,
  ]);
  const of = (isDropShown: boolean) => rows.filter((row) => row.is_drop_shown === isDropShown).map(revisionOf);
  const active = await sql.query<{ id: string; held: number[] }>(
    'SELECT drop_id AS id, held FROM hype_levels WHERE drop_id = ANY ($1)',
    [dropIds],
  );
  return {
    latestRevisions: of(false),
    publishedDrops: of(true),
    activeThresholds: active.map(({ id, held: levels }) => [id, levels]),
  };
}

/** Stores the thresholds of the hype score that drops are above. */
export async function storeActiveThresholds(
  sql: Sql,
  thresholdsByDrop: ReadonlyMap<string, readonly number[]>,
): Promise<void> {
  if (thresholdsByDrop.size === 0) return;
  await sql.query(
    `INSERT INTO hype_levels (drop_id, held)
     SELECT key, ARRAY(SELECT jsonb_array_elements_text(value)::smallint) FROM jsonb_each($1::jsonb)
     ON CONFLICT (drop_id) DO UPDATE SET held = excluded.held`,
    [JSON.stringify(Object.fromEntries(thresholdsByDrop))],
  );
}
