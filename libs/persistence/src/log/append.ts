import type { Revision } from '@droptrack/catalogue';
import type { Sql } from '../database/database';

/** Cause of a revision; `restore` for those that begin the log after a restore of the database. */
export type RevisionCause = 'catalogue' | 'calendar' | 'score' | 'list' | 'market' | 'correction' | 'clock' | 'restore';

/** A revision without its sequence number and instant, which the log assigns. */
export interface RevisionDraft extends Pick<Revision, 'entity' | 'id' | 'body'> {
  readonly cause: RevisionCause;
}

/**
 * Locks the log against other writers and against confirmations until the end of the transaction: rows dated from here on
 * come after every confirmed instant. Only fast statements may follow.
 */
export async function lockLog(sql: Sql): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock(7310001)');
}

/**
 * Appends revisions to the log, in this order. The last statement of a transaction: other writers wait until its commit.
 *
 * @returns the assigned numbers, or null without drafts.
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
