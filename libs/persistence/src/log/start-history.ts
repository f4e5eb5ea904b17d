import { type CalendarEventBody, type DefinitionBody, HISTORY_DISTANCE, HISTORY_STEP } from '@droptrack/catalogue';
import type { Sql } from '../database/database';
import { appendRevisions, type RevisionDraft } from './append';

/** More than an event is moved between a backup and its loss. */
const SEQUENCE_STEP = 1_000;

/**
 * Begins a new history of the log, after the database was restored: later revisions get numbers that no earlier history can
 * have given, and so do lists. A client that kept a number of the lost future then has to start again, instead of being
 * served other data under that number (docs/decisions/0053).
 *
 * The first revision of the history repeats a definition, which changes no view. Those after it raise the sequence of each
 * calendar event: calendar apps discard a version of an event below one that they have. None of them causes an event.
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
  await sql.query(
    `UPDATE key_changes
     SET version = greatest(version + 1, $1::bigint), feeds_version = greatest(feeds_version + 1, $1::bigint)`,
    [before],
  );
  const events = await raiseCalendarEvents(sql);
  await appendRevisions(sql, [{ entity: 'definition', ...definition, cause: 'restore' }, ...events]);
  return before + 1;
}

/** @returns the published calendar events with their raised sequences. */
async function raiseCalendarEvents(sql: Sql): Promise<RevisionDraft[]> {
  await sql.query('UPDATE calendar_events SET sequence = sequence + $1', [SEQUENCE_STEP]);
  const events = await sql.query<{ id: string; body: CalendarEventBody }>(
    `SELECT e.id, latest.body FROM calendar_events AS e
     CROSS JOIN LATERAL (
       SELECT body FROM revisions AS r WHERE r.entity = 'calendar_event' AND r.id = e.id ORDER BY seq DESC LIMIT 1
     ) AS latest
     WHERE latest.body IS NOT NULL ORDER BY e.id`,
  );
  return events.map(({ id, body }) => {
    const raised = { ...body, sequence: body.sequence + SEQUENCE_STEP };
    return { entity: 'calendar_event', id, body: raised, cause: 'restore' };
  });
}
