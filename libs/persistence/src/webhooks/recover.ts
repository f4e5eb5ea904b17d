import { type EventDraft, matches } from '@droptrack/webhooks';
import type { Database, Sql } from '../database/database';
import { findEndpoint } from './endpoints';
import type { StoredEndpoint } from './endpoints-row';
import { wakeSenders } from './queue';
import { IS_UNDER_WAY } from './redeliver';

const EVENTS_A_STEP = 1_000;

interface EventRow extends Pick<EventDraft, 'id' | 'type' | 'dropId' | 'chain' | 'hype'> {
  readonly place: string;
  /** Whether it is about this endpoint itself. */
  readonly own: boolean;
}

/**
 * Makes due, from the beginning of the schedule, what an endpoint was not delivered of the events that were recorded from
 * `sinceMs` to before `untilMs` and that it wants now: also what was never made, as it was disabled or paused then. What
 * was delivered, and what is under way, is left alone.
 *
 * @returns how many; 0 also when there is no such endpoint.
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError} what was done before stays.
 */
export async function recoverDeliveries(
  db: Database,
  endpointId: string,
  span: { readonly sinceMs: number; readonly untilMs: number },
  nowMs: number,
): Promise<number> {
  let made = 0;
  for (let after: string | null = '0'; after !== null;) {
    const from: string = after;
    after = await db.transaction(async (sql) => {
      const endpoint = await findEndpoint(sql, null, endpointId);
      if (endpoint === null) return null;
      const events = await readEvents(sql, endpoint, span, from);
      const wanted = events.filter((event) => !event.own && matches(endpoint, event)).map(({ place }) => place);
      const due = await makeDue(sql, endpointId, wanted, nowMs);
      if (due > 0) await wakeSenders(sql);
      made += due;
      return events.length < EVENTS_A_STEP ? null : (events.at(-1)?.place ?? null);
    });
  }
  return made;
}

/** Everybody's, and those about other endpoints of the account. Pings are for the one that was to be tested. */
function readEvents(
  sql: Sql,
  endpoint: StoredEndpoint,
  { sinceMs, untilMs }: { readonly sinceMs: number; readonly untilMs: number },
  after: string,
): Promise<EventRow[]> {
  return sql.query<EventRow>(
    `SELECT place::text AS place, id, type, drop_id AS "dropId", chain, hype,
            CASE WHEN account IS NULL THEN false ELSE body::json #>> '{data,object,id}' = $6 END AS own
     FROM events
     WHERE place > $1 AND recorded_at >= to_timestamp($2::float8 / 1000) AND recorded_at < to_timestamp($3::float8 / 1000)
       AND (account IS NULL OR account = $4) AND type <> 'webhook.ping'
     ORDER BY events.place LIMIT $5`,
    [after, sinceMs, untilMs, endpoint.account, EVENTS_A_STEP, endpoint.id],
  );
}

/** Deliveries that somebody is just claiming or settling are under way, and nobody is waited for. */
async function makeDue(sql: Sql, endpointId: string, places: readonly string[], nowMs: number): Promise<number> {
  const [row] = await sql.query<{ due: number }>(
    `WITH found AS MATERIALIZED (
       SELECT id FROM deliveries
       WHERE endpoint_id = $2 AND event = ANY ($3::bigint[]) AND status <> 'delivered' AND NOT (${IS_UNDER_WAY})
       FOR NO KEY UPDATE SKIP LOCKED
     ), again AS (
       UPDATE deliveries AS d SET status = 'pending', due_at = to_timestamp($1::float8 / 1000), tries = 0
       FROM found WHERE d.id = found.id RETURNING 1
     ), new AS (
       INSERT INTO deliveries (endpoint_id, event, status, due_at, created_at)
       SELECT $2, place, 'pending', to_timestamp($1::float8 / 1000), to_timestamp($1::float8 / 1000)
       FROM unnest($3::bigint[]) AS e (place)
       ON CONFLICT (endpoint_id, event) DO NOTHING RETURNING 1
     )
     SELECT ((SELECT count(*) FROM again) + (SELECT count(*) FROM new))::int AS due`,
    [nowMs, endpointId, places],
  );
  return row?.due ?? 0;
}
