import {
  type DropDefinition,
  type EventDefinition,
  type ListBody,
  type LogEntity,
  type MarketBody,
  type PublishedList,
  type Revision,
  upcastBody,
} from '@droptrack/catalogue';
import type { Sql } from '../database/database';
import type { VisibleBodies } from './drafts';

/** A drop in its input table. */
export interface StoredDrop {
  readonly id: string;
  readonly origin: string;
  readonly definition: DropDefinition;
  readonly isArchived: boolean;
  /** Instant up to which the log contains the changes of its calendar, milliseconds since the epoch. */
  readonly movedUntilMs: number;
}

/** A calendar event in its input table. */
export interface StoredEvent {
  readonly id: string;
  readonly dropId: string;
  readonly definition: EventDefinition;
  readonly sequence: number;
}

/** Calendar events by drop, then by their key. */
type StoredEvents = ReadonlyMap<string, ReadonlyMap<string, StoredEvent>>;

/** State before an apply: drops of the origin, and all drops with an id that the definitions use. */
export interface StoredCatalogue {
  readonly drops: ReadonlyMap<string, StoredDrop>;
  readonly events: StoredEvents;
  /** Latest bodies in the log. */
  readonly visible: VisibleBodies;
  /** Active allocation lists, by drop. */
  readonly published: ReadonlyMap<string, PublishedList>;
  /** Recorded observations, by drop. */
  readonly markets: ReadonlyMap<string, MarketBody>;
}

/**
 * Drops with their calendar events. A transaction that derives something visible from the inputs of a drop locks its row
 * first, so that no revision is computed from outdated inputs.
 */
export class DropRepository {
  constructor(private readonly sql: Sql) {}

  /** True for a drop in the catalogue, archived or not. */
  async exists(dropId: string): Promise<boolean> {
    return (await this.sql.query('SELECT FROM drops WHERE id = $1', [dropId])).length > 0;
  }

  /** Definitions of drops, by id; unknown ids have none. */
  async readDefinitions(dropIds: readonly string[]): Promise<DropDefinition[]> {
    const drops = await this.sql.query<Pick<StoredDrop, 'definition'>>(
      'SELECT definition FROM drops WHERE id = ANY ($1) ORDER BY id',
      [dropIds],
    );
    return drops.map(({ definition }) => definition);
  }

  /** Definition of a drop, locked until the end of the transaction on request; null for an unknown drop. */
  async findDefinition(
    dropId: string,
    { lock }: { readonly lock: boolean },
  ): Promise<Pick<StoredDrop, 'definition' | 'isArchived'> | null> {
    const [drop] = await this.sql.query<Pick<StoredDrop, 'definition' | 'isArchived'>>(
      `SELECT definition, archived_at IS NOT NULL AS "isArchived" FROM drops WHERE id = $1
       ${lock ? 'FOR NO KEY UPDATE' : ''}`,
      [dropId],
    );
    return drop ?? null;
  }

  /** Locks drops that no other transaction has locked. @returns their ids. */
  async lockFree(dropIds: readonly string[]): Promise<string[]> {
    const rows = await this.sql.query<{ id: string }>(
      'SELECT id FROM drops WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED',
      [[...new Set(dropIds)]],
    );
    return rows.map(({ id }) => id);
  }

  /** Locks the next drops in the order of ids, except those that another transaction has locked. @returns their ids. */
  async lockNext(afterDropId: string, limit: number): Promise<string[]> {
    const rows = await this.sql.query<{ id: string }>(
      'SELECT id FROM drops WHERE id > $1 ORDER BY id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED',
      [afterDropId, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** State that an apply of `ids` to `origin` is compared with; locks these drops. */
  async lockCatalogue(origin: string, ids: readonly string[]): Promise<StoredCatalogue> {
    const drops = await this.sql.query<StoredDrop>(
      `SELECT d.id, d.origin, d.definition, d.archived_at IS NOT NULL AS "isArchived",
              (extract(epoch FROM due.moved_until) * 1000)::float8 AS "movedUntilMs"
       FROM drops AS d JOIN drop_dues AS due ON due.drop_id = d.id
       WHERE d.origin = $1 OR d.id = ANY ($2) ORDER BY d.id FOR NO KEY UPDATE OF d`,
      [origin, ids],
    );
    const dropIds = drops.map(({ id }) => id);
    const events = await this.readEvents(dropIds);
    return {
      drops: new Map(drops.map((drop) => [drop.id, drop])),
      events,
      visible: { drop: await this.readVisible(dropIds), calendar_event: await this.readVisibleEvents(events) },
      published: await this.readPublished(dropIds),
      markets: await this.#readMarkets(dropIds),
    };
  }

  /** Calendar events of drops. */
  async readEvents(dropIds: readonly string[]): Promise<StoredEvents> {
    const events = await this.sql.query<StoredEvent>(
      'SELECT id, drop_id AS "dropId", definition, sequence FROM calendar_events WHERE drop_id = ANY ($1)',
      [dropIds],
    );
    const byDrop = new Map<string, Map<string, StoredEvent>>();
    for (const event of events) {
      const ofDrop = byDrop.get(event.dropId) ?? new Map<string, StoredEvent>();
      ofDrop.set(event.definition.key, event);
      byDrop.set(event.dropId, ofDrop);
    }
    return byDrop;
  }

  /** Latest bodies of drops in the log. */
  readVisible(dropIds: readonly string[]): Promise<VisibleBodies['drop']> {
    return this.#readLatestBodies('drop', dropIds);
  }

  /** Latest bodies of calendar events in the log. */
  readVisibleEvents(events: StoredEvents): Promise<VisibleBodies['calendar_event']> {
    const ids = [...events.values()].flatMap((ofDrop) => [...ofDrop.values()].map(({ id }) => id));
    return this.#readLatestBodies('calendar_event', ids);
  }

  /** Active unnamed allocation lists, by drop. */
  async readPublished(dropIds: readonly string[]): Promise<Map<string, PublishedList>> {
    const bodies = await this.#readLatestBodies('list', dropIds);
    return new Map([...bodies].flatMap(([id, body]) => (body === null ? [] : [[id, body as ListBody] as const])));
  }

  async #readMarkets(dropIds: readonly string[]): Promise<Map<string, MarketBody>> {
    const bodies = await this.#readLatestBodies('market', dropIds);
    return new Map([...bodies].flatMap(([id, body]) => (body === null ? [] : [[id, body as MarketBody] as const])));
  }

  /** Inserts, changes or restores drops. */
  async save(origin: string, drops: readonly DropDefinition[]): Promise<void> {
    if (drops.length === 0) return;
    await this.sql.query(
      `INSERT INTO drops (id, origin, definition)
       SELECT definition ->> 'id', $1, definition FROM jsonb_array_elements($2::jsonb) AS definition
       ON CONFLICT (id) DO UPDATE
       SET definition = excluded.definition, archived_at = NULL, updated_at = clock_timestamp()`,
      [origin, JSON.stringify(drops)],
    );
  }

  /** Inserts or changes calendar events. */
  async saveEvents(events: readonly StoredEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.sql.query(
      `INSERT INTO calendar_events (id, drop_id, key, type, starts_at, ends_at, precision, status, definition, sequence)
       SELECT id, "dropId", d ->> 'key', d ->> 'type', (d ->> 'startsAt')::timestamptz, (d ->> 'endsAt')::timestamptz,
              d ->> 'precision', d ->> 'status', d, sequence
       FROM jsonb_to_recordset($1::jsonb) AS e (id text, "dropId" text, definition jsonb, sequence integer),
            LATERAL (VALUES (definition)) AS v (d)
       ON CONFLICT (id) DO UPDATE
       SET type = excluded.type, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
           precision = excluded.precision, status = excluded.status, definition = excluded.definition,
           sequence = excluded.sequence, updated_at = clock_timestamp()`,
      [JSON.stringify(events)],
    );
  }

  async archive(dropIds: readonly string[]): Promise<void> {
    if (dropIds.length === 0) return;
    await this.sql.query(
      'UPDATE drops SET archived_at = clock_timestamp(), updated_at = clock_timestamp() WHERE id = ANY ($1)',
      [dropIds],
    );
  }

  async #readLatestBodies(entity: LogEntity, ids: readonly string[]): Promise<Map<string, Revision['body']>> {
    const rows = await this.sql.query<{ id: string; body: Revision['body'] }>(
      `SELECT wanted.id, latest.body FROM unnest($2::text[]) AS wanted (id) CROSS JOIN LATERAL (
         SELECT body FROM revisions AS r WHERE r.entity = $1 AND r.id = wanted.id ORDER BY r.seq DESC LIMIT 1
       ) AS latest`,
      [entity, ids],
    );
    return new Map(rows.map(({ id, body }) => [id, upcastBody(body)]));
  }
}
