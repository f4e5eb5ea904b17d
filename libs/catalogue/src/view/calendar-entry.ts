import type { CalendarEvent, CalendarEventStatus, CalendarEventType, FactSource } from '@droptrack/contracts';
import type { CalendarEventBody, Revision } from '../revision';
import { instantMs, wireInstant } from './instant';
import { oncePerRevision } from './once-per-revision';
import { tagOf } from './tag';

/** A calendar event as a view keeps it: ready to be sent, with what it is sorted and filtered by. */
export interface CalendarEntry {
  readonly id: string;
  /** The wire object, serialised. */
  readonly json: string;
  /** Stands for `json`: another for every other text. */
  readonly tag: string;
  /** `recordedAtMs` of the revision it was made from. */
  readonly updatedAtMs: number;
  /** Slug of its drop. */
  readonly drop: string;
  readonly chain: string;
  readonly type: CalendarEventType;
  readonly status: CalendarEventStatus;
  readonly startsAtMs: number;
  /** Exclusive; null for a moment or an open end. */
  readonly endsAtMs: number | null;
}

/** The wire object of a calendar event, every field named, in the order of the contract. */
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

/** The entry of a revision of entity `calendar_event`, made once for each revision object; null once archived. */
export const calendarEntryOf = oncePerRevision(makeCalendarEntry);

function makeCalendarEntry({ id, body: anyBody, recordedAtMs }: Revision): CalendarEntry | null {
  if (anyBody === null) return null;
  const body = anyBody as CalendarEventBody; // By its entity.
  const json = JSON.stringify(presentCalendarEvent(body, recordedAtMs));
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
    endsAtMs: instantMs(body.ends_at),
  };
}
