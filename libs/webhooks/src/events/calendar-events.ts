import {
  type CalendarEventBody,
  type DropBody,
  presentCalendarEvent,
  presentDrop,
  type Revision,
  type ScheduledEventBody,
  type ScheduledEventKind,
} from '@droptrack/catalogue';
import type { WebhookEventType } from '@droptrack/contracts';
import {
  draftOf,
  type EventDraft,
  filterMembersOf,
  filterMembersFor,
  previousMembers,
  eventId,
  revisionEventId,
} from './event-draft';
import type { DerivedEvents, EventContext } from './event-context';

/**
 * Derives the events of a revision of a calendar event. A calendar event that is first published as started or cancelled
 * has none. An archived one is cancelled, unless it is over.
 */
export function calendarEvents(before: Revision | null, after: Revision, { drop }: EventContext): DerivedEvents {
  const bodyBefore = (before?.body ?? null) as CalendarEventBody | null; // By its entity.
  const body = (after.body ?? cancelledBody(bodyBefore, after.recordedAtMs)) as CalendarEventBody | null; // By its entity.
  const type = body === null ? null : typeOf(bodyBefore, body);
  if (body === null || type === null) return { events: [] };

  const object = presentCalendarEvent(body, after.recordedAtMs);
  const previous = bodyBefore === null ? {} : previousMembers(presentCalendarEvent(bodyBefore, 0), object);
  // By a restore of the database, for calendar apps only.
  if (Object.keys(previous).join() === 'sequence') return { events: [] };
  // The id depends only on event and start, so that corrections do not repeat it.
  const id = type === 'calendar.event_started' ? eventId(type, body.id, body.starts_at) : revisionEventId(type, after);
  const content = { id, type, object, previous, ...filterMembersFor(body.drop, drop, body.chain) };
  const draft = draftOf(content, after.seq, after.recordedAtMs);
  return { events: [draft, ...snapshotsTaken(type, body, after, drop)] };
}

function typeOf(before: CalendarEventBody | null, { status }: CalendarEventBody): WebhookEventType | null {
  if (before === null) return status === 'occurred' || status === 'cancelled' ? null : 'calendar.event_created';
  if (status !== before.status && status === 'cancelled') return 'calendar.event_cancelled';
  if (status !== before.status && status === 'occurred') return 'calendar.event_started';
  return 'calendar.event_updated';
}

/** Body of an event that is no longer published; null if it is already cancelled or over. */
function cancelledBody(before: CalendarEventBody | null, atMs: number): CalendarEventBody | null {
  if (before === null || before.status === 'cancelled') return null;
  const isOpen = before.ends_at !== null && Date.parse(before.ends_at) > atMs;
  return before.status === 'occurred' && !isOpen ? null : { ...before, status: 'cancelled' };
}

function snapshotsTaken(
  type: WebhookEventType,
  event: CalendarEventBody,
  after: Revision,
  drop: Revision | null,
): EventDraft[] {
  if (type !== 'calendar.event_started' || event.type !== 'snapshot' || drop === null) return [];
  const body = drop.body as DropBody; // The context contains revisions of drops.
  const content = {
    id: eventId('drop.snapshot_taken', event.id, event.starts_at),
    type: 'drop.snapshot_taken' as const,
    object: presentDrop(body, drop.recordedAtMs),
    previous: {},
    ...filterMembersOf(body),
  };
  return [draftOf(content, after.seq, after.recordedAtMs)];
}

const SCHEDULED_TYPES = {
  starting_soon: 'calendar.event_starting_soon',
  ended: 'calendar.event_ended',
} as const satisfies Record<ScheduledEventKind, WebhookEventType>;

/** Derives the event of a scheduled event: the calendar event as it was published then. */
export function scheduledEvents(after: Revision, { drop }: EventContext): DerivedEvents {
  const { kind, event } = after.body as ScheduledEventBody; // By its entity; it is never archived.
  const type = SCHEDULED_TYPES[kind];
  const object = presentCalendarEvent(event, Date.parse(event.updated_at));
  const at = kind === 'ended' ? (event.ends_at ?? '') : event.starts_at;
  const content = { id: eventId(type, event.id, at), type, object, previous: {} };
  const filters = filterMembersFor(event.drop, drop, event.chain);
  return { events: [draftOf({ ...content, ...filters }, after.seq, after.recordedAtMs)] };
}
