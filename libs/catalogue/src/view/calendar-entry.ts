import type { CalendarEvent, CalendarEventStatus, CalendarEventType, FactSource } from '@droptrack/contracts';
import { occursAtMs } from '../derive/calendar-event';
import type { CalendarEventBody, Revision } from '../revision';
import { instantMs, oncePerRevision, tagOf, wireInstant } from './entry';

/** Calendar event in a view: serialized, with its sort and filter members. */
export interface CalendarEntry {
  readonly id: string;
  /** Serialized wire object. */
  readonly json: string;
  /** Hash of `json`, for ETags. */
  readonly tag: string;
  /** `recordedAtMs` of its revision. */
  readonly updatedAtMs: number;
  /** Slug of the drop. */
  readonly drop: string;
  readonly chain: string;
  readonly type: CalendarEventType;
  readonly status: CalendarEventStatus;
  readonly startsAtMs: number;
  /** Exclusive end; null for an instant or an open end. */
  readonly endsAtMs: number | null;
  /** End of the window, or of the period in which the event starts if that is later; its start at least. */
  readonly untilMs: number;
}

/** Converts a calendar event to its wire object, with its members in the order of the contract. */
export function presentCalendarEvent(body: CalendarEventBody, recordedAtMs: number): CalendarEvent {
  return {
    id: body.id,
    drop: body.drop,
    drop_name: body.drop_name,
    chain: body.chain,
    type: body.type,
    title: body.title,
    starts_at: body.starts_at,
    ends_at: body.ends_at,
    precision: body.precision,
    status: body.status,
    block: body.block,
    phase: body.phase,
    url: body.url,
    source: body.source === null ? null : presentSource(body.source),
    sequence: body.sequence,
    updated_at: wireInstant(recordedAtMs),
  };
}

function presentSource({ kind, url, observed_at }: FactSource): FactSource {
  return { kind, url, observed_at };
}

/** Entry of a revision of a calendar event, created once per revision object; null for an archived one. */
export const calendarEntryOf = oncePerRevision(makeCalendarEntry);

/** Makes the entry of a revision of a calendar event; null for an archived one. */
export function makeCalendarEntry({ id, body: anyBody, recordedAtMs }: Revision): CalendarEntry | null {
  if (anyBody === null) return null;
  const body = anyBody as CalendarEventBody; // By its entity.
  const json = JSON.stringify(presentCalendarEvent(body, recordedAtMs));
  const endsAtMs = instantMs(body.ends_at);
  return {
    id,
    json,
    tag: tagOf(json),
    updatedAtMs: recordedAtMs,
    drop: body.drop,
    chain: body.chain,
    type: body.type,
    status: body.status,
    startsAtMs: instantMs(body.starts_at) ?? 0,
    endsAtMs,
    untilMs: Math.max(endsAtMs ?? 0, occursAtMs({ startsAt: body.starts_at, precision: body.precision })),
  };
}
