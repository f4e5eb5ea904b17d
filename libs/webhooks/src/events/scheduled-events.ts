import {
  type ScheduledEventBody,
  type ScheduledEventKind,
  presentCalendarEvent,
  type Revision,
} from '@droptrack/catalogue';
import type { WebhookEventType } from '@droptrack/contracts';
import { draftOf } from './event-draft';
import { eventId } from './event-id';
import { type EventContext, filterMembersFor, type DerivedEvents } from './event-context';

const TYPES = {
  starting_soon: 'calendar.event_starting_soon',
  ended: 'calendar.event_ended',
} as const satisfies Record<ScheduledEventKind, WebhookEventType>;

/** Derives the event of a scheduled event: the calendar event as it was published then. */
export function scheduledEvents(after: Revision, { drop }: EventContext): DerivedEvents {
  const { kind, event } = after.body as ScheduledEventBody; // By its entity; it is never archived.
  const type = TYPES[kind];
  const object = presentCalendarEvent(event, Date.parse(event.updated_at));
  const at = kind === 'ended' ? (event.ends_at ?? '') : event.starts_at;
  const content = { id: eventId(type, event.id, at), type, object, previous: {} };
  const filters = filterMembersFor(event.drop, drop, event.chain);
  return { events: [draftOf({ ...content, ...filters }, after.seq, after.recordedAtMs)] };
}
