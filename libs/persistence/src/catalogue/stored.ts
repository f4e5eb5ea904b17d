import type {
  DropDefinition,
  EventDefinition,
  ListBody,
  LogEntity,
  PublishedList,
  Revision,
} from '@droptrack/catalogue';
import type { Sql } from '../database/database';
import type { ShownBodies } from './drafts';

/** A drop as its input table has it. */
export interface StoredDrop {
  readonly id: string;
  readonly origin: string;
  readonly definition: DropDefinition;
  readonly isArchived: boolean;
  /** Up to here the log tells what its calendar moved, milliseconds since the epoch. */
  readonly movedUntilMs: number;
}

/** A calendar event as its input table has it. */
export interface StoredEvent {
  readonly id: string;
  readonly dropId: string;
  readonly definition: EventDefinition;
  readonly sequence: number;
}

/** The events of drops: by drop, then by the event's key. */
export type StoredEvents = ReadonlyMap<string, ReadonlyMap<string, StoredEvent>>;

/** What is there before an apply: of the origin, and of every id that it names. */
export interface StoredCatalogue {
  readonly drops: ReadonlyMap<string, StoredDrop>;
  readonly events: StoredEvents;
  /** What the log shows now. */
  readonly shown: ShownBodies;
  /** Allocation lists in force, by drop. */
  readonly published: ReadonlyMap<string, PublishedList>;
}

/**
 * Reads what an apply of `ids` to `origin` will be compared with.
 *
 * Locks the drops: whoever derives what a drop shows from its inputs has its row first, so
 * that nobody appends what was worked out from older inputs.
 */
export async function readStored(sql: Sql, origin: string, ids: readonly string[]): Promise<StoredCatalogue> {
  const drops = await sql.query<StoredDrop>(
    `SELECT d.id, d.origin, d.definition, d.archived_at IS NOT NULL AS "isArchived",
            (extract(epoch FROM due.moved_until) * 1000)::float8 AS "movedUntilMs"
     FROM drops AS d JOIN drop_dues AS due ON due.drop_id = d.id
     WHERE d.origin = $1 OR d.id = ANY ($2) ORDER BY d.id FOR NO KEY UPDATE OF d`,
    [origin, ids],
  );
  const dropIds = drops.map(({ id }) => id);
  const events = await readEvents(sql, dropIds);
  return {
    drops: new Map(drops.map((drop) => [drop.id, drop])),
    events,
    shown: { drop: await readShownDrops(sql, dropIds), calendar_event: await readShownEvents(sql, events) },
    published: await readPublished(sql, dropIds),
  };
}

/** The events of drops. */
export async function readEvents(sql: Sql, dropIds: readonly string[]): Promise<StoredEvents> {
  const events = await sql.query<StoredEvent>(
    'SELECT id, drop_id AS "dropId", definition, sequence FROM calendar_events WHERE drop_id = ANY ($1)',
    [dropIds],
  );
  return byDrop(events);
}

/** What the log shows of drops. */
export function readShownDrops(sql: Sql, dropIds: readonly string[]): Promise<ShownBodies['drop']> {
  return readShown(sql, 'drop', dropIds);
}

/** What the log shows of events. */
export function readShownEvents(sql: Sql, events: StoredEvents): Promise<ShownBodies['calendar_event']> {
  const ids = [...events.values()].flatMap((ofDrop) => [...ofDrop.values()].map(({ id }) => id));
  return readShown(sql, 'calendar_event', ids);
}

/** The allocation lists in force of drops, by drop. */
export async function readPublished(sql: Sql, dropIds: readonly string[]): Promise<Map<string, PublishedList>> {
  const bodies = await readShown(sql, 'list', dropIds);
  return new Map([...bodies].flatMap(([id, body]) => (body === null ? [] : [[id, body as ListBody] as const])));
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
