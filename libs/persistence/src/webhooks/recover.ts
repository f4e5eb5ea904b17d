import { type EventDraft, matches } from '@droptrack/webhooks';
import type { Database, Sql } from '../database/database';
import { findEndpoint } from './endpoints';
import type { StoredEndpoint } from './endpoints-row';
import { preferIndexes, wakeSenders } from './queue';
import { IS_UNDER_WAY } from './redeliver';

const EVENTS_A_STEP = 1_000;

interface EventRow extends Pick<EventDraft, 'id' | 'type' | 'dropId' | 'chain' | 'hype'> {
  readonly place: string;
  /** Whether it is about this endpoint itself. */
  readonly own: boolean;
}

/** What an endpoint missed is being made due already, by somebody else. */
export class RecoveryUnderWayError extends Error {
  override readonly name = 'RecoveryUnderWayError';
  constructor() {
    super('What this endpoint missed is being made due already; try again when that is done');
  }
}

/** Of events, by when they were recorded: from one instant to before another, milliseconds since the epoch. */
export interface RecoverSpan {
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** How a recovery is done. */
export interface RecoverOptions {
  /** Whether nobody waits for it any more; asked between steps. By default it goes on to its end. */
  readonly isGone?: () => boolean;
}

/**
 * Makes due, from the beginning of the schedule, what an endpoint was not delivered of the events that were recorded from
 * `sinceMs` to before `untilMs` and that it wants now: also what was never made, as it was disabled or paused then. What
 * was delivered, and what is under way, is left alone. Each step is committed by itself, so that claims wait for no more
 * than one; all of them are sent on one connection, as its lock keeps others from recovering the same endpoint.
 *
 * @returns how many; 0 also when there is no such endpoint.
 * @throws {RecoveryUnderWayError} {DatabaseUnavailableError} {DatabaseRefusedError} what was done before stays.
 */
export async function recoverDeliveries(
  db: Database,
  endpointId: string,
  span: RecoverSpan,
  nowMs: number,
  { isGone = () => false }: RecoverOptions = {},
): Promise<number> {
  const due = await db.transaction(async (sql) => {
    // A connection whose transaction fails is closed, which gives the lock back as well.
    const [lock] = await sql.query<{ ours: boolean }>('SELECT pg_try_advisory_lock(7310013, hashtext($1)) AS ours', [
      endpointId,
    ]);
    if (lock?.ours !== true) return null;
    let made = 0;
    for (let next = await rangeOf(sql, endpointId, span); next !== null && !isGone();) {
      const step = await recoverStep(sql, endpointId, span, next, nowMs);
      made += step.due;
      await sql.query('COMMIT AND CHAIN');
      next = step.next;
    }
    await sql.query('SELECT pg_advisory_unlock(7310013, hashtext($1))', [endpointId]);
    return made;
  });
  if (due === null) throw new RecoveryUnderWayError();
  return due;
}

/** Places of events: after one, up to another. */
interface PlaceRange {
  readonly after: string;
  readonly to: string;
}

/**
 * Between which places the events of a span lie; null where there are none. Those of the log are in its order, by place and
 * by instant alike; those about endpoints come in between, sooner or later than their instant says, and are few.
 */
async function rangeOf(sql: Sql, endpointId: string, { sinceMs, untilMs }: RecoverSpan): Promise<PlaceRange | null> {
  await preferIndexes(sql);
  const ofSpan = `recorded_at >= to_timestamp($1::float8 / 1000) AND recorded_at < to_timestamp($2::float8 / 1000)`;
  const [row] = await sql.query<{ after: string | null; to: string | null }>(
    `WITH own AS MATERIALIZED (
       SELECT min(place) AS first, max(place) AS last FROM events
       WHERE type = 'webhook.disabled' AND account = (SELECT account FROM webhook_endpoints WHERE id = $3) AND ${ofSpan}
     )
     SELECT least(own.first, (SELECT place FROM events WHERE account IS NULL AND ${ofSpan}
                              ORDER BY recorded_at, place LIMIT 1))::bigint - 1 || '' AS after,
            greatest(own.last, (SELECT place FROM events WHERE account IS NULL AND ${ofSpan}
                                ORDER BY recorded_at DESC, place DESC LIMIT 1)) || '' AS to
     FROM own`,
    [sinceMs, untilMs, endpointId],
  );
  return !row?.after || !row.to ? null : { after: row.after, to: row.to };
}

/** @returns how many are due by it, and what is left; null for nothing. */
async function recoverStep(
  sql: Sql,
  endpointId: string,
  span: RecoverSpan,
  range: PlaceRange,
  nowMs: number,
): Promise<{ readonly due: number; readonly next: PlaceRange | null }> {
  const endpoint = await findEndpoint(sql, null, endpointId);
  if (endpoint === null) return { due: 0, next: null };
  await preferIndexes(sql);
  const events = await readEvents(sql, endpoint, span, range);
  const wanted = events.filter((event) => !event.own && matches(endpoint, event)).map(({ place }) => place);
  const due = await makeDue(sql, endpointId, wanted, nowMs);
  if (due > 0) await wakeSenders(sql);
  const last = events.at(-1);
  return { due, next: last === undefined || events.length < EVENTS_A_STEP ? null : { ...range, after: last.place } };
}

/** Everybody's, and those about other endpoints of the account. Pings are for the one that was to be tested. */
function readEvents(
  sql: Sql,
  endpoint: StoredEndpoint,
  { sinceMs, untilMs }: RecoverSpan,
  { after, to }: PlaceRange,
): Promise<EventRow[]> {
  return sql.query<EventRow>(
    `SELECT place::text AS place, id, type, drop_id AS "dropId", chain, hype,
            CASE WHEN account IS NULL THEN false ELSE body::json #>> '{data,object,id}' = $6 END AS own
     FROM events
     WHERE place > $1 AND place <= $7
       AND recorded_at >= to_timestamp($2::float8 / 1000) AND recorded_at < to_timestamp($3::float8 / 1000)
       AND (account IS NULL OR account = $4) AND type <> 'webhook.ping'
     ORDER BY events.place LIMIT $5`,
    [after, sinceMs, untilMs, endpoint.account, EVENTS_A_STEP, endpoint.id, to],
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
