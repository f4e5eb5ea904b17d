import {
  type CalendarEventBody,
  isDayOrFiner,
  scheduledEventEntityId,
  type ScheduledEventKind,
  presentCalendarEvent,
} from '@droptrack/catalogue';
import { CALENDAR_PRECISIONS, STARTING_SOON_HOURS } from '@droptrack/contracts';
import type { Database, Sql } from '../database/database';
import { appendRevisions, lockLog, type RevisionDraft } from '../log/append';

/** Scheduled events of one transaction. */
const EVENTS_A_BATCH = 500;
/** Overlap of two look-ups, in milliseconds: covers revisions that were recorded and not committed yet. */
const OVERLAP_MS = 60_000;
/** Interval between two updates of the stored position, in milliseconds: rare, as a repeated look-up appends nothing twice. */
const STORE_EVERY_MS = 600_000;
/** Wait before the end of a calendar event is appended in the same look-up as its start, so that the start is recorded first. */
const START_WAIT_MS = 1_000;

const PRECISIONS = CALENDAR_PRECISIONS.filter(isDayOrFiner);

/** Result of one call. */
interface ScheduledEventsReport {
  /** Revisions appended to the log. */
  readonly appended: number;
  /**
   * When the next scheduled event is due, milliseconds since the epoch; null while the calendar has none. A change of the
   * calendar may bring an earlier one.
   */
  readonly nextMs: number | null;
}

interface DueEvent {
  readonly kind: ScheduledEventKind;
  readonly at_ms: number;
  /** True for an event that has ended while its start is not in the log yet. */
  readonly is_waiting: boolean;
  readonly recorded_at_ms: number;
  readonly body: CalendarEventBody;
}

/**
 * Appends the scheduled events that are due to the log: a calendar event starts within a day, or has ended. Each is appended
 * once, with the calendar event as it is published then, also after days of downtime; again only after the event was moved.
 * A calendar event that is published less than a day before its start is appended at once; one that had begun, or ended,
 * before it was certain is not appended.
 *
 * Costs as much as is due. Concurrent calls append each event once; a call that dies has appended nothing.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export async function addScheduledEvents(db: Database, nowMs: number): Promise<ScheduledEventsReport> {
  const found = await readDue(db, nowMs);
  const waitingMs = found.filter(({ is_waiting }) => is_waiting).map(({ at_ms }) => at_ms);
  const due = found.length - waitingMs.length;
  const appended = due === 0 ? 0 : await db.transaction((sql) => appendDue(sql, nowMs));
  if (due === EVENTS_A_BATCH) return { appended, nextMs: nowMs };
  await storeReadUntil(db, Math.min(nowMs - OVERLAP_MS, ...waitingMs.map((atMs) => atMs - 1)));
  return { appended, nextMs: waitingMs.length > 0 ? nowMs + START_WAIT_MS : await readNext(db, nowMs) };
}

/** Under the lock of the log, no revision comes between the look-up and the append. */
async function appendDue(sql: Sql, nowMs: number): Promise<number> {
  await lockLog(sql);
  const due = (await readDue(sql, nowMs)).filter(({ is_waiting }) => !is_waiting);
  await appendRevisions(sql, due.map(draftOf));
  return due.length;
}

const draftOf = ({ kind, at_ms, recorded_at_ms, body }: DueEvent): RevisionDraft => ({
  entity: 'moment',
  id: scheduledEventEntityId(body.id, kind, at_ms),
  body: { kind, event: presentCalendarEvent(body, recorded_at_ms) },
  cause: 'clock',
});

const NOW = 'to_timestamp($1::float8 / 1000)';
/** SQL: calendar events of the catalogue with a certain date; the log decides whether they are published. */
const CERTAIN = `status = 'confirmed' AND precision = ANY ($2::text[])`;
const SOON = `${NOW} + $3 * interval '1 hour'`;
/** SQL: start of the look-up. A position ahead of now was stored by a wrong clock: then a day is looked up again. */
const READ_UNTIL = `(SELECT CASE WHEN moments_until <= ${NOW} THEN moments_until ELSE ${NOW} - interval '1 day' END
                    FROM event_head)`;

/**
 * SQL: scheduled events that are due and not in the log. The result does not depend on the stored position, which only keeps
 * the past of an older log from being published, and old entries from being read forever.
 */
const DUE = `
  WITH due AS (
    SELECT id, 'starting_soon' AS kind, 'starts_at' AS member, starts_at AS at, ARRAY['confirmed'] AS certain
    FROM calendar_events WHERE ${CERTAIN} AND starts_at > ${READ_UNTIL} AND starts_at <= ${SOON}
    UNION ALL
    SELECT id, 'ended', 'ends_at', ends_at, ARRAY['confirmed', 'occurred']
    FROM calendar_events WHERE ${CERTAIN} AND ends_at > ${READ_UNTIL} AND ends_at <= ${NOW}
  )
  SELECT due.kind, (extract(epoch FROM due.at) * 1000)::float8 AS at_ms, shown.body, shown.recorded_at_ms,
         due.kind = 'ended' AND shown.body ->> 'status' = 'confirmed' AS is_waiting
  FROM due CROSS JOIN LATERAL (
    SELECT body, floor(extract(epoch FROM recorded_at) * 1000)::float8 AS recorded_at_ms
    FROM revisions AS r WHERE r.entity = 'calendar_event' AND r.id = due.id ORDER BY r.seq DESC LIMIT 1
  ) AS shown
  WHERE shown.body ->> 'status' IN ('confirmed', 'occurred') AND (shown.body ->> due.member)::timestamptz = due.at
    AND NOT EXISTS (
      SELECT FROM revisions AS r WHERE r.entity = 'moment'
        AND r.id = due.id || ':' || due.kind || ':' || (extract(epoch FROM due.at) * 1000)::bigint
    )
    AND EXISTS (
      SELECT FROM revisions AS r WHERE r.entity = 'calendar_event' AND r.id = due.id AND r.recorded_at < due.at
        AND r.body ->> 'status' = ANY (due.certain) AND (r.body ->> due.member)::timestamptz = due.at
    )
  ORDER BY is_waiting, due.at, due.id LIMIT $4`;

function readDue(sql: Sql, nowMs: number): Promise<DueEvent[]> {
  return sql.query<DueEvent>(DUE, [nowMs, PRECISIONS, STARTING_SOON_HOURS, EVENTS_A_BATCH]);
}

async function storeReadUntil(sql: Sql, untilMs: number): Promise<void> {
  await sql.query(
    `UPDATE event_head SET moments_until = to_timestamp($1::float8 / 1000)
     WHERE moments_until < to_timestamp($1::float8 / 1000) - $2 * interval '1 millisecond'`,
    [untilMs, STORE_EVERY_MS],
  );
}

/** Earliest instant at which a declared calendar event may cause a scheduled event. */
async function readNext(sql: Sql, nowMs: number): Promise<number | null> {
  const [row] = await sql.query<{ ms: number | null }>(
    `SELECT ceil(extract(epoch FROM least(
       (SELECT min(starts_at) FROM calendar_events WHERE ${CERTAIN} AND starts_at > ${SOON}) - $3 * interval '1 hour',
       (SELECT min(ends_at) FROM calendar_events WHERE ${CERTAIN} AND ends_at > ${NOW})
     )) * 1000)::float8 AS ms`,
    [nowMs, PRECISIONS, STARTING_SOON_HOURS],
  );
  return row?.ms ?? null;
}
