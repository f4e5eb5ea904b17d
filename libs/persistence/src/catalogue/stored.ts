import type { DropDefinition, EventDefinition, LogEntity, Revision } from '@droptrack/catalogue';
import type { Sql } from '../database/database';

/** A drop as its input table has it. */
export interface StoredDrop {
  readonly id: string;
  readonly origin: string;
  readonly definition: DropDefinition;
  readonly isArchived: boolean;
}

/** A calendar event as its input table has it. */
export interface StoredEvent {
  readonly id: string;
  readonly dropId: string;
  readonly definition: EventDefinition;
  readonly sequence: number;
}

/** What is there before an apply: of the origin, and of every id that it names. */
export interface StoredCatalogue {
  readonly drops: ReadonlyMap<string, StoredDrop>;
  /** By drop, then by the event's key. */
  readonly events: ReadonlyMap<string, ReadonlyMap<string, StoredEvent>>;
  /** What the log shows now, by entity and id. */
  readonly shown: Readonly<Record<Exclude<LogEntity, 'list'>, ReadonlyMap<string, Revision['body']>>>;
}

/**
 * Reads what an apply of `ids` to `origin` will be compared with.
 *
 * Locks the drops: whoever derives what a drop shows from its inputs has its row first, so
 * that nobody appends what was worked out from older inputs.
 */
export async function readStored(sql: Sql, origin: string, ids: readonly string[]): Promise<StoredCatalogue> {
  const drops = await sql.query<StoredDrop>(
    `SELECT id, origin, definition, archived_at IS NOT NULL AS "isArchived" FROM drops
     WHERE origin = $1 OR id = ANY ($2) ORDER BY id FOR NO KEY UPDATE`,
    [origin, ids],
  );
  const dropIds = drops.map(({ id }) => id);
  const events = await sql.query<StoredEvent>(
    'SELECT id, drop_id AS "dropId", definition, sequence FROM calendar_events WHERE drop_id = ANY ($1)',
    [dropIds],
  );
  return {
    drops: new Map(drops.map((drop) => [drop.id, drop])),
    events: byDrop(events),
    shown: {
      drop: await readShown(sql, 'drop', dropIds),
      calendar_event: await readShown(
        sql,
        'calendar_event',
        events.map(({ id }) => id),
      ),
    },
  };
}

function byDrop(events: readonly StoredEvent[]): Map<string, Map<string, StoredEvent>> {
  const grouped = new Map<string, Map<string, StoredEvent>>();
  for (const event of events) {
    const ofDrop = grouped.get(event.dropId) ?? new Map<string, StoredEvent>();
    ofDrop.set(event.definition.key, event);
    grouped.set(event.dropId, ofDrop);
  }
  return grouped;
}

async function readShown(sql: Sql, entity: LogEntity, ids: readonly string[]): Promise<Map<string, Revision['body']>> {
  const rows = await sql.query<{ id: string; body: Revision['body'] }>(
    `SELECT wanted.id, latest.body FROM unnest($2::text[]) AS wanted (id) CROSS JOIN LATERAL (
       SELECT body FROM revisions AS r WHERE r.entity = $1 AND r.id = wanted.id ORDER BY r.seq DESC LIMIT 1
     ) AS latest`,
    [entity, ids],
  );
  return new Map(rows.map(({ id, body }) => [id, body]));
}
