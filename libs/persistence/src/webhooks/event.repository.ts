import { randomBytes } from 'node:crypto';
import { isNewHistory } from '@droptrack/catalogue';
import { endpointEvent, type EventDraft, eventTypesNamed } from '@droptrack/webhooks';
import type { Sql } from '../database/database';
import { endpointObject, type StoredEndpoint } from './endpoint';
import { readEventHead } from './streamed-events';

/** Advisory lock of the writers of events; a trigger of the table takes it as well. */
const EVENTS_LOCK = 7_310_004;

/** Part of the event feed. */
export interface EventsQuery {
  /** Account whose `webhook.*` events are included. */
  readonly account: string;
  /** Names of events, `group.*` or `*`; null for all. */
  readonly types: readonly string[] | null;
  /** Only events before this position; null for the newest. */
  readonly before: bigint | null;
  readonly limit: number;
  /** Only events since this instant, milliseconds since the epoch. */
  readonly sinceMs: number;
  /**
   * Instant up to which no event of the log is missing: milliseconds since the epoch, inclusive to the end of that
   * millisecond. The first event of the log after it ends the feed, for events about endpoints as well: a client that
   * reads until it finds an event that it has would never see one that is inserted below.
   */
  readonly completeMs: number;
}

/** A stored event. */
interface StoredEventBody {
  /** Position in the feed, for {@link EventsQuery.before}; higher is newer. */
  readonly position: string;
  /** `evt_…` */
  readonly id: string;
  /** The exact JSON. */
  readonly body: string;
}

/**
 * SQL: the newest events of one type, along the index, so that rare types cost no more than others. In a query over several
 * types, the database would read down from the newest event of any type.
 */
const newestOf = (type: string, of: string): string => `(
  SELECT place FROM events
  WHERE type = ${type} AND ${of} AND place < (SELECT place FROM feed_end) AND recorded_at >= to_timestamp($2::float8 / 1000)
  ORDER BY place DESC LIMIT $3
)`;
const OF_ACCOUNT = 'account = $4';
const OF_LOG = 'account IS NULL';
/**
 * SQL: end of the visible feed. `OFFSET 0` keeps the planner from the index of positions, which would read the whole feed:
 * there are few events after the instant.
 */
const FEED_END = `WITH feed_end AS MATERIALIZED (
  SELECT least($1::bigint, (SELECT min(place) FROM (
    SELECT place FROM events WHERE ${OF_LOG} AND recorded_at >= to_timestamp(($5::float8 + 1) / 1000) OFFSET 0
  ) AS withheld)) AS place
)`;
const LAST_PLACE = (2n ** 63n - 1n).toString();

/** Distance of the publishers behind the log. */
export interface EventLag {
  /** Unpublished revisions, a million at most; below 0 when the log ends before the position, see {@link publishEvents}. */
  readonly revisions: number;
  /** When the first of them was recorded, milliseconds since the epoch; null without one. */
  readonly sinceMs: number | null;
}

/** Events: the feed that clients list, and the source of all deliveries. */
export class EventRepository {
  constructor(private readonly sql: Sql) {}

  /**
   * Lets one transaction at a time store events, so that positions in the event feed grow in the order of the commits: a
   * client that has read the newest event has missed none.
   */
  async lock(): Promise<void> {
    await this.sql.query('SELECT pg_advisory_xact_lock($1)', [EVENTS_LOCK]);
  }

  /**
   * Stores events of the log, in this order. Existing events stay unchanged.
   *
   * @returns the positions of the new events in the feed, by id.
   */
  async store(events: readonly EventDraft[]): Promise<ReadonlyMap<string, string>> {
    if (events.length === 0) return new Map();
    const rows = await this.sql.query<{ id: string; place: string }>(
      `INSERT INTO events (id, type, seq, drop_id, chain, hype, recorded_at, body)
       SELECT id, type, seq, drop_id, chain, hype, to_timestamp(recorded_ms / 1000), body
       FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::smallint[], $7::float8[], $8::text[])
         WITH ORDINALITY AS e (id, type, seq, drop_id, chain, hype, recorded_ms, body, number)
       ORDER BY number
       ON CONFLICT (id) DO NOTHING RETURNING id, place::text AS place`,
      [
        events.map(({ id }) => id),
        events.map(({ type }) => type),
        events.map(({ seq }) => seq),
        events.map(({ dropId }) => dropId),
        events.map(({ chain }) => chain),
        events.map(({ hype }) => hype),
        events.map(({ recordedAtMs }) => recordedAtMs),
        events.map(({ body }) => body),
      ],
    );
    return new Map(rows.map(({ id, place }) => [id, place]));
  }

  /**
   * Stores an event about an endpoint, visible to its account only.
   *
   * @param endpoint - state after the change.
   * @param previous - former values of the changed members.
   * @returns its position in the feed.
   */
  async storeForEndpoint(
    type: 'webhook.ping' | 'webhook.disabled',
    endpoint: StoredEndpoint,
    previous: object,
    nowMs: number,
  ): Promise<string> {
    const id = `evt_${randomBytes(16).toString('base64url')}`;
    const { body } = endpointEvent(type, endpointObject(endpoint), previous, nowMs, id);
    const [row] = await this.sql.query<{ place: string }>(
      `INSERT INTO events (id, type, account, recorded_at, body)
       VALUES ($1, $2, $3, to_timestamp($4::float8 / 1000), $5) RETURNING place::text AS place`,
      [id, type, endpoint.account, nowMs, body],
    );
    if (row === undefined) throw new Error('INSERT returned no row');
    return row.place;
  }

  /**
   * Lists events of the log, and those about the endpoints of an account, the newest first. A client that reads page by page
   * gets each event once, also while new ones are stored.
   *
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  list({ account, types, before, limit, sinceMs, completeMs }: EventsQuery): Promise<StoredEventBody[]> {
    const named = eventTypesNamed(types ?? ['*']);
    if (named.length === 0) return Promise.resolve([]);
    const branches = named.map((type, index) =>
      newestOf(`$${index + 6}`, type.startsWith('webhook.') ? OF_ACCOUNT : OF_LOG),
    );
    return this.sql.query<StoredEventBody>(
      `${FEED_END} SELECT place::text AS position, id, body FROM events WHERE place = ANY (ARRAY(
         SELECT place FROM (${branches.join(' UNION ALL ')}) AS newest ORDER BY place DESC LIMIT $3
       )) AND (account = $4 OR ${OF_LOG}) ORDER BY events.place DESC`,
      [before === null ? LAST_PLACE : String(before), sinceMs, limit, account, completeMs, ...named],
    );
  }

  /** Position of an event that an account may read, for {@link EventsQuery.before}; null for an unknown or deleted event. */
  async findPosition(account: string, id: string): Promise<bigint | null> {
    const [row] = await this.sql.query<{ place: string }>(
      'SELECT place::text AS place FROM events WHERE id = $1 AND (account IS NULL OR account = $2)',
      [id, account],
    );
    return row === undefined ? null : BigInt(row.place);
  }

  /** Distance of the publishers behind the log. */
  async readLag(): Promise<EventLag> {
    const { logSeq, publishedSeq, unpublishedSinceMs } = await readEventHead(this.sql);
    const sinceMs = unpublishedSinceMs;
    if (!isNewHistory(publishedSeq, logSeq)) return { revisions: logSeq - publishedSeq, sinceMs };
    // Numbers between two histories were never given.
    const [row] = await this.sql.query<{ revisions: number }>(
      'SELECT count(*)::int AS revisions FROM (SELECT FROM revisions WHERE seq > $1 LIMIT 1000000) AS unpublished',
      [publishedSeq],
    );
    return { revisions: row?.revisions ?? 0, sinceMs };
  }
}
