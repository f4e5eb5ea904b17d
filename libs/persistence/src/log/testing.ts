import type { Revision } from '@droptrack/catalogue';
import type { Database, Sql } from '../database/database';
import { withClient } from '../postgres/with-client';
import { appendRevisions, type RevisionDraft } from './append';
import { LogFollower } from './follower';
import type { FollowedPosition, LogFollowerOptions } from './follower-options';
import type { LogPosition } from './position';
import { readLogState } from './read';

/** A revision of an artificial entity, identified by its body. */
export const draft = (id: string, n: number): RevisionDraft => ({
  entity: 'list',
  id,
  // The log does not validate bodies.
  body: { n } as unknown as RevisionDraft['body'],
  cause: 'catalogue',
});

/** Appends in a transaction of its own. */
export const append = (sql: Sql, ...drafts: readonly RevisionDraft[]) => appendRevisions(sql, drafts);

/** Position of the revision `seq` of a log. */
export async function positionOf(sql: Sql, seq: number): Promise<LogPosition> {
  const [row] = await sql.query<{ us: number }>(
    'SELECT (extract(epoch FROM recorded_at) * 1000000)::float8 AS us FROM revisions WHERE seq = $1',
    [seq],
  );
  return { seq, recordedAtUs: row?.us ?? 0 };
}

/** Resets the log to its revision `seq`, like a restore of an older copy, and appends to it, in one transaction. */
export const putBack = (db: Database, seq: number, ...drafts: readonly RevisionDraft[]) =>
  db.transaction(async (sql) => {
    await sql.query('DELETE FROM revisions WHERE seq > $1', [seq]);
    await sql.query('UPDATE log_head SET seq = $1, recorded_at = (SELECT max(recorded_at) FROM revisions)', [seq]);
    await appendRevisions(sql, drafts);
  });

/** A follower that records the calls of its callbacks, in order. */
export function recordFollower(url: string, options: Partial<LogFollowerOptions> = {}) {
  const revisions: Revision[] = [];
  const batches: number[] = [];
  const confirmations: (FollowedPosition & { readonly revisionsBefore: number })[] = [];
  const troubles: unknown[] = [];
  const changes = { keys: 0, feeds: 0 };
  const follower = new LogFollower({
    url,
    onRevisions: (next) => {
      batches.push(next.length);
      revisions.push(...next);
    },
    onConfirmed: (upTo) => void confirmations.push({ ...upTo, revisionsBefore: revisions.length }),
    onKeysChanged: () => void (changes.keys += 1),
    onFeedsChanged: () => void (changes.feeds += 1),
    onInterrupted: (error) => void troubles.push(error),
    onLocked: (error) => void troubles.push(error),
    ...options,
  });
  follower.start();
  return { follower, revisions, batches, confirmations, troubles, changes };
}

/** The same database with another application name, to identify a reader. */
export function under(url: string, applicationName: string): string {
  const named = new URL(url);
  named.searchParams.set('application_name', applicationName);
  return named.href;
}

/** Ends the server's side of every connection of an application to this database, and waits until it is gone. */
export const terminate = (url: string, applicationName: string) =>
  withClient(url, (client) =>
    client.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = $1`,
      [applicationName],
    ),
  );

export const FOLLOWER_NAME = 'droptrack log follower';

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `isSo`, 25 s at most. */
export async function until(isSo: () => boolean): Promise<void> {
  for (const endMs = Date.now() + 25_000; !isSo();) {
    if (Date.now() > endMs) throw new Error('The condition did not become true within 25 s');
    await pause(5);
  }
}

/** Latest revision of each entity in one array, and the position of the log, see {@link readLogState}. */
export async function collectLogState(db: Database, asOfMs: number | null = null) {
  const revisions: Revision[] = [];
  const position = await readLogState(db, asOfMs, (batch) => revisions.push(...batch));
  return { revisions, ...position };
}
