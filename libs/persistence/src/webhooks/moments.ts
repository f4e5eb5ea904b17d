import {
  type CalendarEventBody,
  isDayOrFiner,
  momentEntityId,
  type MomentKind,
  presentCalendarEvent,
} from '@droptrack/catalogue';
import { CALENDAR_PRECISIONS, STARTING_SOON_HOURS } from '@droptrack/contracts';
import type { Database, Sql } from '../database/database';
import { appendRevisions, lockLog, type RevisionDraft } from '../log/append';

/** Moments of one transaction. */
const MOMENTS_A_BATCH = 500;
/** What is recorded and not yet committed is found by the next look, which goes back as far as this. */
const LOOK_BACK_MS = 60_000;
/** How far that is noted behind what was looked at: seldom, as looking twice makes nothing twice. */
const NOTE_EVERY_MS = 600_000;
/** When to look again for an event that has ended before anybody has shown that it began. */
const WAIT_MS = 1_000;

const PRECISIONS = CALENDAR_PRECISIONS.filter(isDayOrFiner);

/** What one look did. */
export interface MomentsReport {
  /** Rows written to the log. */
  readonly moments: number;
  /**
   * When to look again, milliseconds since the epoch; null: as soon as the calendar has something to come. What is
   * stated meanwhile may be due before.
   */
  readonly nextMs: number | null;
}

interface DueMoment {
  readonly kind: MomentKind;
  readonly at_ms: number;
  /** It has ended, and is not shown to have begun yet. */
  readonly is_waiting: boolean;
  readonly recorded_at_ms: number;
  readonly body: CalendarEventBody;
}

/**
 * Writes to the log what the clock alone brings about: that an event starts within a day, and that one has ended. Each
 * once, as the event is shown then, also after days in which nobody looked; one that is moved is told again. An event
 * that becomes known later than a day before its start is told at once, and nothing is told of what had begun, or was
 * over, before it was certain.
 *
 * Costs what is due. Several at once do it once; killed on the way it has done nothing.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export async function addMoments(db: Database, nowMs: number): Promise<MomentsReport> {
  const seen = await readDue(db, nowMs);
  const waitingMs = seen.filter(({ is_waiting }) => is_waiting).map(({ at_ms }) => at_ms);
  const due = seen.length - waitingMs.length;
  const moments = due === 0 ? 0 : await db.transaction((sql) => appendDue(sql, nowMs));
  if (due === MOMENTS_A_BATCH) return { moments, nextMs: nowMs };
  await noteLookedAt(db, Math.min(nowMs - LOOK_BACK_MS, ...waitingMs.map((atMs) => atMs - 1)));
  return { moments, nextMs: waitingMs.length > 0 ? nowMs + WAIT_MS : await readNext(db, nowMs) };
}

/** Under the lock of the log nothing is shown, and nobody tells the same, between the look and the writing. */
async function appendDue(sql: Sql, nowMs: number): Promise<number> {
  await lockLog(sql);
  const due = (await readDue(sql, nowMs)).filter(({ is_waiting }) => !is_waiting);
  await appendRevisions(sql, due.map(draftOf));
  return due.length;
}

const draftOf = ({ kind, at_ms, recorded_at_ms, body }: DueMoment): RevisionDraft => ({
  entity: 'moment',
  id: momentEntityId(body.id, kind, at_ms),
  body: { kind, event: presentCalendarEvent(body, recorded_at_ms) },
  cause: 'clock',
});

const NOW = 'to_timestamp($1::float8 / 1000)';
/** Of what operators state, what has a first instant to hang on; whether it is shown, the log says. */
const CERTAIN = `status = 'confirmed' AND precision = ANY ($2::text[])`;
const SOON = `${NOW} + $3 * interval '1 hour'`;
/** A mark ahead of now was set by a wrong clock: it is gone back a day, as looking twice makes nothing twice. */
const LOOKED_AT = `(SELECT CASE WHEN moments_until <= ${NOW} THEN moments_until ELSE ${NOW} - interval '1 day' END
                    FROM event_head)`;

/**
 * What is due and not told. Who looks again finds the same: up to where somebody has looked is noted so that the past
 * of a log that was there before is not told, and so that what was is not looked through for ever.
 */
const DUE = `
  WITH due AS (
    SELECT id, 'starting_soon' AS kind, 'starts_at' AS member, starts_at AS at, ARRAY['confirmed'] AS certain
    FROM calendar_events WHERE ${CERTAIN} AND starts_at > ${LOOKED_AT} AND starts_at <= ${SOON}
    UNION ALL
    SELECT id, 'ended', 'ends_at', ends_at, ARRAY['confirmed', 'occurred']
    FROM calendar_events WHERE ${CERTAIN} AND ends_at > ${LOOKED_AT} AND ends_at <= ${NOW}
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

function readDue(sql: Sql, nowMs: number): Promise<DueMoment[]> {
  return sql.query<DueMoment>(DUE, [nowMs, PRECISIONS, STARTING_SOON_HOURS, MOMENTS_A_BATCH]);
}

async function noteLookedAt(sql: Sql, untilMs: number): Promise<void> {
  await sql.query(
    `UPDATE event_head SET moments_until = to_timestamp($1::float8 / 1000)
     WHERE moments_until < to_timestamp($1::float8 / 1000) - $2 * interval '1 millisecond'`,
    [untilMs, NOTE_EVERY_MS],
  );
}

/** The first instant at which something of what is stated may be due. */
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
