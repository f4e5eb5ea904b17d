import { eventTypesNamed } from '@droptrack/webhooks';
import type { Sql } from '../database/database';

export interface EventsQuery {
  /** Whose own `webhook.*` events are among them. */
  readonly account: string;
  /** Names of events, `group.*` or `*`; null for all. */
  readonly types: readonly string[] | null;
  /** Only what was stored before this place; null for the newest. */
  readonly before: bigint | null;
  readonly limit: number;
  /** Only what happened since this instant, milliseconds since the epoch. */
  readonly sinceMs: number;
  /**
   * Up to this instant no event of the log is missing: milliseconds since the epoch, inclusive to the end of that
   * millisecond. The first event of the log after it ends the feed, for events about endpoints as well: a client that
   * reads on until it meets an event that it has would never see what is inserted below that one.
   */
  readonly completeMs: number;
}

/** An event as it was stored. */
export interface StoredEventBody {
  /** Where it stands, for {@link EventsQuery.before}; higher is newer. */
  readonly place: string;
  /** `evt_…` */
  readonly id: string;
  /** The exact JSON. */
  readonly body: string;
}

/**
 * Of a type the newest, along the index: types that are rare cost no more than others. One by one, as the database then
 * knows of each how rare it is; of all at once it would read its way down from the newest of any type.
 */
const newestOf = (type: string, of: string): string => `(
  SELECT place FROM events
  WHERE type = ${type} AND ${of} AND place < (SELECT place FROM feed_end) AND recorded_at >= to_timestamp($2::float8 / 1000)
  ORDER BY place DESC LIMIT $3
)`;
const OF_ACCOUNT = 'account = $4';
const OF_LOG = 'account IS NULL';
/**
 * The place that what is shown stands before. `OFFSET 0` keeps the database from looking for the least place along the
 * index of places, which is all of the feed: there are few events after the instant.
 */
const FEED_END = `WITH feed_end AS MATERIALIZED (
  SELECT least($1::bigint, (SELECT min(place) FROM (
    SELECT place FROM events WHERE ${OF_LOG} AND recorded_at >= to_timestamp(($5::float8 + 1) / 1000) OFFSET 0
  ) AS withheld)) AS place
)`;
const LAST_PLACE = (2n ** 63n - 1n).toString();

/**
 * The newest events first: those of the log, and those about the endpoints of an account. Who reads page by page sees
 * each once, whatever comes meanwhile.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export function listEvents(
  sql: Sql,
  { account, types, before, limit, sinceMs, completeMs }: EventsQuery,
): Promise<StoredEventBody[]> {
  const named = eventTypesNamed(types ?? ['*']);
  if (named.length === 0) return Promise.resolve([]);
  const branches = named.map((type, index) =>
    newestOf(`$${index + 6}`, type.startsWith('webhook.') ? OF_ACCOUNT : OF_LOG),
  );
  return sql.query<StoredEventBody>(
    `${FEED_END} SELECT place::text AS place, id, body FROM events WHERE place = ANY (ARRAY(
       SELECT place FROM (${branches.join(' UNION ALL ')}) AS newest ORDER BY place DESC LIMIT $3
     )) AND (account = $4 OR ${OF_LOG}) ORDER BY events.place DESC`,
    [before === null ? LAST_PLACE : String(before), sinceMs, limit, account, completeMs, ...named],
  );
}

/** Place of an event that an account may read, for {@link EventsQuery.before}; null when there is none, or no longer. */
export async function findEventPlace(sql: Sql, account: string, id: string): Promise<bigint | null> {
  const [row] = await sql.query<{ place: string }>(
    'SELECT place::text AS place FROM events WHERE id = $1 AND (account IS NULL OR account = $2)',
    [id, account],
  );
  return row === undefined ? null : BigInt(row.place);
}
