import type { EventDraft } from '@droptrack/webhooks';
import type { Sql } from '../database/database';

/** The turns that everybody takes who stores events: the table's own trigger waits for the same. */
const FEED_LOCK = 7_310_004;

/** Keeps everybody else from storing events until the end of the transaction. */
export async function lockFeed(sql: Sql): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock($1)', [FEED_LOCK]);
}

/**
 * Stores events in this order of the log, for everybody. What is there already stays as it is.
 * @returns the places of those that are new, by id.
 */
export async function storeEvents(sql: Sql, events: readonly EventDraft[]): Promise<ReadonlyMap<string, string>> {
  if (events.length === 0) return new Map();
  const rows = await sql.query<{ id: string; place: string }>(
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
