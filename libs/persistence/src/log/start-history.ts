import { type DefinitionBody, HISTORY_DISTANCE, HISTORY_STEP } from '@droptrack/catalogue';
import type { Sql } from '../database/database';
import { appendRevisions } from './append';

/**
 * Begins a new history of the log, after the database was restored: later revisions get numbers that no earlier history can
 * have given, and so do lists. A client that kept a number of the lost future then has to start again, instead of being
 * served other data under that number (docs/decisions/0053).
 *
 * The first revision of the history repeats a definition, which changes no view and causes no event.
 *
 * @returns its number; null for a log without definitions, in which no number was given.
 */
export async function startHistory(sql: Sql): Promise<number | null> {
  const [definition] = await sql.query<{ id: string; body: DefinitionBody }>(
    `SELECT id, body FROM revisions WHERE entity = 'definition' AND body IS NOT NULL ORDER BY seq DESC LIMIT 1`,
  );
  if (definition === undefined) return null;
  const [start] = await sql.query<{ seq: number }>(
    // Also after a clock that was ahead, and after another restore a moment ago.
    `SELECT greatest(
       floor(extract(epoch FROM clock_timestamp())), ceil(seq / ${HISTORY_STEP}.0) + ${HISTORY_DISTANCE}
     )::float8 * ${HISTORY_STEP} AS seq
     FROM log_head`,
  );
  const before = start?.seq ?? 0;
  await sql.query('UPDATE log_head SET seq = $1', [before]);
  await sql.query(`SELECT setval('lists_id_seq', $1)`, [before]);
  // An instance that has seen the lost future must not take a later revocation for one that it knows.
  await sql.query('UPDATE key_changes SET version = version + $1, feeds_version = feeds_version + $1', [before]);
  await appendRevisions(sql, [{ entity: 'definition', ...definition, cause: 'restore' }]);
  return before + 1;
}
