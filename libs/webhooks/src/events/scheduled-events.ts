import { type MomentBody, type MomentKind, presentCalendarEvent, type Revision } from '@droptrack/catalogue';
import type { WebhookEventType } from '@droptrack/contracts';
import { draftOf } from './event-draft';
import { eventId } from './event-id';
import { type EventSurroundings, filteredByDrop, type ToldRevision } from './surroundings';

const TYPES = {
  starting_soon: 'calendar.event_starting_soon',
  ended: 'calendar.event_ended',
} as const satisfies Record<MomentKind, WebhookEventType>;

/** Derives the event of a scheduled event: the calendar event as it was published then. */
export function momentEvents(after: Revision, { drop }: EventSurroundings): ToldRevision {
  const { kind, event } = after.body as MomentBody; // By its entity; it is never archived.
  const type = TYPES[kind];
  const object = presentCalendarEvent(event, Date.parse(event.updated_at));
  const at = kind === 'ended' ? (event.ends_at ?? '') : event.starts_at;
  const content = { id: eventId(type, event.id, at), type, object, previous: {} };
  const filters = filteredByDrop(event.drop, drop, event.chain);
  return { events: [draftOf({ ...content, ...filters }, after.seq, after.recordedAtMs)] };
}
