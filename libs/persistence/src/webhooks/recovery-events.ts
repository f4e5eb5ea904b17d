import { type EventDraft, matches } from '@droptrack/webhooks';
import type { Sql } from '../database/database';
import type { StoredEndpoint } from './endpoint';
import { preferIndexes } from './queue-lock';
import type { RecoverySpan } from './recovery.repository';
import { IS_LEASED } from './delivery.repository';

/** Events that one step reads. */
const EVENTS_A_STEP = 1_000;

/** Positions of events: after one, up to another, inclusive. */
export interface PlaceRange {
  readonly after: string;
  readonly to: string;
}

interface EventRow extends Pick<EventDraft, 'id' | 'type' | 'dropId' | 'chain' | 'hype'> {
  readonly place: string;
  /** True for an event about this endpoint itself. */
  readonly own: boolean;
}

/** Result of one step. */
interface RecoveredStep {
  /** Deliveries made due. */
  readonly due: number;
  /** Position of the last processed event; null when there was none. */
  readonly after: string | null;
  /** True if the step reached its limit, so that there may be more events. */
  readonly isMore: boolean;
}

/**
 * Finds the positions of the events of a span; null when there are none. Events of the log have the same order by position
 * and by instant. Events about endpoints do not, and are few: they are looked up separately.
 */
export async function rangeOf(
  sql: Sql,
  endpointId: string,
  { sinceMs, untilMs }: RecoverySpan,
): Promise<PlaceRange | null> {
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

/**
 * Makes up to `max` deliveries of the next events of a range due, from the beginning of the retry schedule: events that match
 * the endpoint's filters, including those without a delivery because the endpoint was disabled or paused. Deliveries that
 * were delivered, are in flight, or are due without an attempt so far stay unchanged and do not count.
 */
export async function recoverEvents(
  sql: Sql,
  endpoint: StoredEndpoint,
  { span, range, max, nowMs }: { span: RecoverySpan; range: PlaceRange; max: number; nowMs: number },
): Promise<RecoveredStep> {
  await preferIndexes(sql);
  const events = await readEvents(sql, endpoint, span, range, EVENTS_A_STEP);
  const wanted = events.filter((event) => !event.own && matches(endpoint, event)).map(({ place }) => place);
  const { due, last } = await makeDue(sql, endpoint.id, wanted, max, nowMs);
  if (last !== null) return { due, after: last, isMore: true };
  return { due, after: events.at(-1)?.place ?? null, isMore: events.length === EVENTS_A_STEP };
}

/** Instant of the first event of a range, milliseconds since the epoch; null when none is left. */
export async function firstOf(
  sql: Sql,
  { account }: Pick<StoredEndpoint, 'account'>,
  { sinceMs, untilMs }: RecoverySpan,
  { after, to }: PlaceRange,
): Promise<number | null> {
  const [row] = await sql.query<{ atMs: number }>(
    `SELECT floor(extract(epoch FROM recorded_at) * 1000)::float8 AS "atMs" FROM events WHERE ${IN_RANGE}
     ORDER BY place LIMIT 1`,
    [after, sinceMs, untilMs, account, to],
  );
  return row?.atMs ?? null;
}

/** SQL: events of the log, and events about other endpoints of the account. A ping concerns only the endpoint that it tests. */
const IN_RANGE = `place > $1 AND place <= $5
  AND recorded_at >= to_timestamp($2::float8 / 1000) AND recorded_at < to_timestamp($3::float8 / 1000)
  AND (account IS NULL OR account = $4) AND type <> 'webhook.ping'`;

function readEvents(
  sql: Sql,
  endpoint: StoredEndpoint,
  { sinceMs, untilMs }: RecoverySpan,
  { after, to }: PlaceRange,
  limit: number,
): Promise<EventRow[]> {
  return sql.query<EventRow>(
    `SELECT place::text AS place, id, type, drop_id AS "dropId", chain, hype,
            CASE WHEN account IS NULL THEN false ELSE body::json #>> '{data,object,id}' = $7 END AS own
     FROM events WHERE ${IN_RANGE} ORDER BY events.place LIMIT $6`,
    [after, sinceMs, untilMs, endpoint.account, to, limit, endpoint.id],
  );
}

/** SQL: true for a delivery `d` that is neither delivered, nor in flight, nor due without an attempt so far. */
const IS_OPEN_AGAIN = `d.status <> 'delivered' AND NOT (d.${IS_LEASED})
  AND NOT (d.status = 'pending' AND d.tries = 0 AND d.due_at <= to_timestamp($1::float8 / 1000))`;

/**
 * Makes deliveries of events due, and creates missing ones. Locked deliveries count as in flight and are skipped: their lease
 * or outcome is being written.
 *
 * @returns `last`: position of the last event when `max` was reached; null when all fit.
 */
async function makeDue(
  sql: Sql,
  endpointId: string,
  places: readonly string[],
  max: number,
  nowMs: number,
): Promise<{ readonly due: number; readonly last: string | null }> {
  const [row] = await sql.query<{ due: number; last: string | null }>(
    `WITH open AS MATERIALIZED (
       SELECT e.place, d.id FROM unnest($3::bigint[]) AS e (place)
       LEFT JOIN deliveries AS d ON d.endpoint_id = $2 AND d.event = e.place
       WHERE d.id IS NULL OR ${IS_OPEN_AGAIN} ORDER BY e.place LIMIT $4
     ), found AS MATERIALIZED (
       SELECT d.id FROM open JOIN deliveries AS d ON d.id = open.id WHERE ${IS_OPEN_AGAIN}
       FOR NO KEY UPDATE OF d SKIP LOCKED
     ), again AS (
       UPDATE deliveries AS d SET status = 'pending', due_at = to_timestamp($1::float8 / 1000), tries = 0
       FROM found WHERE d.id = found.id RETURNING 1
     ), new AS (
       INSERT INTO deliveries (endpoint_id, event, status, due_at, created_at)
       SELECT $2, place, 'pending', to_timestamp($1::float8 / 1000), to_timestamp($1::float8 / 1000)
       FROM open WHERE id IS NULL
       ON CONFLICT (endpoint_id, event) DO NOTHING RETURNING 1
     )
     SELECT ((SELECT count(*) FROM again) + (SELECT count(*) FROM new))::int AS due,
            CASE WHEN (SELECT count(*) FROM open) >= $4 THEN (SELECT max(place) FROM open)::text END AS last`,
    [nowMs, endpointId, places, max],
  );
  return row ?? { due: 0, last: null };
}
