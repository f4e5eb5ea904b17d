import type { DropDefinition } from '@droptrack/catalogue';
import type { Sql } from '../database/database';

/**
 * Has sources asked about drops as their definitions say: what is new or was changed at once, and from the beginning;
 * what is no longer named, or ruled out (`false`), no more. The caller has the drops' rows.
 */
export async function syncPolls(sql: Sql, definitions: readonly DropDefinition[], nowMs: number): Promise<void> {
  if (definitions.length === 0) return;
  const stated = definitions.flatMap(({ id, sources }) =>
    Object.entries(sources)
      .filter(([, query]) => query !== false && query !== null)
      .map(([source, query]) => ({ drop_id: id, source, query })),
  );
  await sql.query(
    `DELETE FROM polls WHERE drop_id = ANY ($1) AND NOT EXISTS (
       SELECT FROM jsonb_to_recordset($2::jsonb) AS s (drop_id text, source text)
       WHERE s.drop_id = polls.drop_id AND s.source = polls.source
     )`,
    [definitions.map(({ id }) => id), JSON.stringify(stated)],
  );
  // Who has the poll under way asks what is outdated: one claim more, and its answer is not taken.
  await sql.query(
    `INSERT INTO polls AS p (drop_id, source, query, due_at)
     SELECT drop_id, source, query, to_timestamp($2::float8 / 1000)
     FROM jsonb_to_recordset($1::jsonb) AS s (drop_id text, source text, query jsonb)
     ORDER BY drop_id, source
     ON CONFLICT (drop_id, source) DO UPDATE
     SET query = excluded.query, memory = NULL, due_at = excluded.due_at, claims = p.claims + 1, failures = 0,
         failed_at = NULL, failure_kind = NULL, failure = NULL
     WHERE p.query <> excluded.query`,
    [JSON.stringify(stated), nowMs],
  );
}

/** Asks nobody about drops any more. */
export async function stopPolls(sql: Sql, dropIds: readonly string[]): Promise<void> {
  if (dropIds.length === 0) return;
  await sql.query('DELETE FROM polls WHERE drop_id = ANY ($1)', [dropIds]);
}
