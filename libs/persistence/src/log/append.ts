import type { Revision } from '@droptrack/catalogue';
import type { Sql } from '../database/database';

/** Why something changed. */
export type RevisionCause = 'catalogue' | 'calendar' | 'score' | 'list' | 'correction' | 'clock';

/** A revision that is about to be written; number and time come from the log. */
export interface RevisionDraft extends Pick<Revision, 'entity' | 'id' | 'body'> {
  readonly cause: RevisionCause;
}

/**
 * Keeps everybody else from appending, and readers from being told that the log is complete, until the end of the
 * transaction: what is stamped from here on comes after every instant that was confirmed. Nothing slow after it.
 */
export async function lockLog(sql: Sql): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock(7310001)');
}

/**
 * Appends to the log, in this order. The last thing in a transaction: from here to the
 * commit everybody else who appends waits.
 *
 * @returns the numbers given, or null when there was nothing to append.
 */
export async function appendRevisions(
  sql: Sql,
  drafts: readonly RevisionDraft[],
): Promise<{ firstSeq: number; lastSeq: number } | null> {
  if (drafts.length === 0) return null;
  const [numbers] = await sql.query<{ first_seq: string; last_seq: string }>(
    'SELECT first_seq, last_seq FROM append_revisions($1::jsonb)',
    [JSON.stringify(drafts)],
  );
  return numbers === undefined ? null : { firstSeq: Number(numbers.first_seq), lastSeq: Number(numbers.last_seq) };
}
