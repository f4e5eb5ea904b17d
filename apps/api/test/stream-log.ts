import type { DropBody } from '@droptrack/catalogue';
import { appendRevisions, type Database } from '@droptrack/persistence';

/** Appends a revision of each drop with other members, in one transaction; a score that rises far causes several events. */
export async function changeDrops(db: Database, changes: readonly (readonly [string, Partial<DropBody>])[]) {
  await db.transaction(async (sql) => {
    const drafts = [];
    for (const [id, change] of changes) {
      const [latest] = await sql.query<{ body: DropBody }>(
        `SELECT body FROM revisions WHERE entity = 'drop' AND id = $1 ORDER BY seq DESC LIMIT 1`,
        [id],
      );
      const measured = typeof change.hype_score === 'number' && { hype_confidence: 0.5 };
      drafts.push({ entity: 'drop', id, body: { ...latest!.body, ...measured, ...change }, cause: 'score' } as const);
    }
    await appendRevisions(sql, drafts);
  });
}

/** Appends revisions that cause no events. */
export async function appendQuietly(db: Database, count: number): Promise<void> {
  const body = { by: 'test' } as never; // No view and no event reads the body of a definition here.
  const drafts = Array.from({ length: count }, () => ({
    entity: 'definition' as const,
    id: 'quiet',
    body,
    cause: 'catalogue' as const,
  }));
  await db.transaction((sql) => appendRevisions(sql, drafts));
}

/**
 * Publishes an event whose body has some kilobytes, with a revision of its own.
 *
 * @returns its sequence.
 */
export async function publishLarge(db: Database, kilobytes: number): Promise<number> {
  await appendQuietly(db, 1);
  const [row] = await db.query<{ seq: number }>(
    `INSERT INTO events (id, type, seq, drop_id, chain, recorded_at, body)
     SELECT 'evt_large' || seq, 'drop.updated', seq, 'linea', 'ethereum', recorded_at,
            '{"id":"evt_large' || seq || '","padding":"' || repeat('x', $1 * 1024) || '"}'
     FROM log_head RETURNING seq::float8 AS seq`,
    [kilobytes],
  );
  await db.query(`UPDATE event_head SET seq = $1 RETURNING pg_notify('droptrack_events', '')`, [row!.seq]);
  return row!.seq;
}

/** Last sequence of the log, and of the published events. */
export async function heads(db: Database): Promise<{ readonly log: number; readonly published: number }> {
  const [row] = await db.query<{ log: number; published: number }>(
    'SELECT l.seq::float8 AS log, h.seq::float8 AS published FROM log_head AS l, event_head AS h',
  );
  return row!;
}

/** An event as it is stored. */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly seq: number;
  readonly drop: string;
  readonly chain: string;
  readonly body: string;
}

/** All events of the log, in order. */
export const storedEvents = (db: Database): Promise<StoredEvent[]> =>
  db.query<StoredEvent>(
    'SELECT id, type, seq::float8 AS seq, drop_id AS drop, chain, body FROM events WHERE seq IS NOT NULL ORDER BY seq, place',
  );
