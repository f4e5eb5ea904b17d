import type { LogEntity, Revision } from '@droptrack/catalogue';
import { aboutDrop, type KnownLog } from '@droptrack/webhooks';
import type { Sql } from '../database/database';
import { REVISION_COLUMNS, type RevisionRow, revisionOf } from '../log/read';

/** Things that have a revision before; a moment has none, and a definition tells nothing. */
const FOLLOWED: readonly LogEntity[] = ['drop', 'calendar_event', 'list'];

const LATEST = (where: string) => `
  SELECT ${REVISION_COLUMNS} FROM revisions AS r WHERE ${where} AND r.seq <= $3 ORDER BY r.seq DESC LIMIT 1`;

/**
 * What was shown last of the things that revisions are about, and of their drops, which of an event that is gone only
 * its own last revision names.
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

/** What must be known of the log up to a number for the events of the revisions after it. */
export async function readKnownLog(sql: Sql, revisions: readonly Revision[], upToSeq: number): Promise<KnownLog> {
  const followed = new Map(
    revisions
      .filter(({ entity }) => FOLLOWED.includes(entity))
      .map((revision) => [`${revision.entity}/${revision.id}`, revision]),
  );
  const things = [...followed.values()];
  const dropIds = [...new Set(revisions.flatMap((revision) => aboutDrop(revision) ?? []))];
  const rows = await sql.query<RevisionRow & { is_drop_shown: boolean }>(FORMER, [
    things.map(({ entity }) => entity),
    things.map(({ id }) => id),
    upToSeq,
    dropIds,
  ]);
  const of = (isDropShown: boolean) => rows.filter((row) => row.is_drop_shown === isDropShown).map(revisionOf);
  const held = await sql.query<{ id: string; held: number[] }>(
    'SELECT drop_id AS id, held FROM hype_levels WHERE drop_id = ANY ($1)',
    [dropIds],
  );
  return { latest: of(false), shownDrops: of(true), held: held.map(({ id, held: levels }) => [id, levels]) };
}

/** Notes which thresholds of the hype score drops stand above. */
export async function storeHeld(sql: Sql, held: ReadonlyMap<string, readonly number[]>): Promise<void> {
  if (held.size === 0) return;
  await sql.query(
    `INSERT INTO hype_levels (drop_id, held)
     SELECT key, ARRAY(SELECT jsonb_array_elements_text(value)::smallint) FROM jsonb_each($1::jsonb)
     ON CONFLICT (drop_id) DO UPDATE SET held = excluded.held`,
    [JSON.stringify(Object.fromEntries(held))],
  );
}
