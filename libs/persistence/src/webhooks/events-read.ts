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
}

/** An event as it was stored. */
export interface StoredEventBody {
  /** Where it stands, for {@link EventsQuery.before}; higher is newer. */
  readonly place: string;
  /** The exact JSON. */
  readonly body: string;
}

/** Of each type the newest, along the index: types that are rare cost no more than others. */
const NEWEST_OF = (types: string, account: string) => `
  SELECT newest.place FROM unnest(${types}::text[]) AS wanted (type) CROSS JOIN LATERAL (
    SELECT place FROM events
    WHERE type = wanted.type AND ${account} AND ($3::bigint IS NULL OR place < $3)
      AND recorded_at >= to_timestamp($4::float8 / 1000)
    ORDER BY place DESC LIMIT $5
  ) AS newest`;

/**
 * The newest events first: those of the log, and those about the endpoints of an account. Who reads page by page sees
 * each once, whatever comes meanwhile.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export function listEvents(
  sql: Sql,
  { account, types, before, limit, sinceMs }: EventsQuery,
): Promise<StoredEventBody[]> {
  const named = eventTypesNamed(types ?? ['*']);
  const own = named.filter((type) => type.startsWith('webhook.'));
  const others = named.filter((type) => !type.startsWith('webhook.'));
  return sql.query<StoredEventBody>(
    `SELECT place::text AS place, body FROM events WHERE place = ANY (ARRAY(
       SELECT place FROM (
         ${NEWEST_OF('$1', 'account IS NULL')}
         UNION ALL
         ${NEWEST_OF('$2', 'account = $6')}
       ) AS newest ORDER BY place DESC LIMIT $5
     )) ORDER BY events.place DESC`,
    [others, own, before === null ? null : String(before), sinceMs, limit, account],
  );
}
