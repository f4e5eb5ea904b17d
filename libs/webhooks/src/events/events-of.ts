import type { Revision } from '@droptrack/catalogue';
import { calendarEvents } from './calendar-events';
import { dropEvents } from './drop-events';
import { listEvents } from './list-events';
import { scheduledEvents } from './scheduled-events';
import type { EventContext, DerivedEvents } from './event-context';

/**
 * Derives the events of a revision. Pure: the same log and thresholds always result in the same events, byte for byte.
 *
 * @param before - previous revision of the same entity; null for the first.
 */
export function eventsOf(before: Revision | null, after: Revision, context: EventContext): DerivedEvents {
  switch (after.entity) {
    case 'drop':
      return dropEvents(before, after, context);
    case 'calendar_event':
      return calendarEvents(before, after, context);
    case 'moment':
      return scheduledEvents(after, context);
    case 'list':
      return listEvents(before, after, context);
    case 'definition':
      return { events: [] };
  }
}
