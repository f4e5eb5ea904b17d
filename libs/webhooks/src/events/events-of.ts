import type { Revision } from '@droptrack/catalogue';
import { calendarEvents } from './calendar-events';
import { dropEvents } from './drop-events';
import { listEvents } from './list-events';
import { momentEvents } from './moment-events';
import type { EventSurroundings, ToldRevision } from './surroundings';

/**
 * Derives the events of a revision. Pure: the same log and thresholds always result in the same events, byte for byte.
 *
 * @param before - previous revision of the same entity; null for the first.
 */
export function eventsOf(before: Revision | null, after: Revision, around: EventSurroundings): ToldRevision {
  switch (after.entity) {
    case 'drop':
      return dropEvents(before, after, around);
    case 'calendar_event':
      return calendarEvents(before, after, around);
    case 'moment':
      return momentEvents(after, around);
    case 'list':
      return listEvents(before, after, around);
    case 'definition':
      return { events: [] };
  }
}
