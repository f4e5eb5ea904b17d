import type { EventDraft } from '@droptrack/webhooks';
import type { Sql } from '../database/database';

/** One at a time: the places of events then grow in the order in which readers come to see them. */
const FEED_LOCK = 7_310_004;

/** Keeps everybody else from storing events until the end of the transaction. */
export async function lockFeed(sql: Sql): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock($1)', [FEED_LOCK]);
}

/**
 * Stores events in this order, and waits for whoever else is at it: who has read the newest has missed none. What is
 * there already stays as it is.
 *
 * @param account - the only one that may read them; null for events of the log.
 * @returns the places of those that are new, by id.
 */
export async function storeEvents(
  sql: Sql,
  events: readonly EventDraft[],
  account: string | null,
): Promise<ReadonlyMap<string, string>> {
  if (events.length === 0) return new Map();
  await lockFeed(sql);
  const rows = await sql.query<{ id: string; place: string }>(
    `INSERT INTO events (id, type, seq, account, drop_id, chain, hype, recorded_at, body)
     SELECT id, type, seq, $1, drop_id, chain, hype, to_timestamp(recorded_ms / 1000), body
     FROM unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::smallint[], $8::float8[], $9::text[])
       WITH ORDINALITY AS e (id, type, seq, drop_id, chain, hype, recorded_ms, body, number)
     ORDER BY number
     ON CONFLICT (id) DO NOTHING RETURNING id, place::text AS place`,
    [
      account,
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
