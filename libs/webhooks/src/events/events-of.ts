import type { Revision } from '@droptrack/catalogue';
import { calendarEvents } from './calendar-events';
import { dropEvents } from './drop-events';
import { listEvents } from './list-events';
import { momentEvents } from './moment-events';
import type { EventSurroundings, ToldRevision } from './surroundings';

/**
 * What a revision of the log tells. Pure: the same log gives the same events, byte for byte, to whoever reads it with
 * the same thresholds, and however often.
 *
 * @param before - the revision of the same thing before this one; null where it is the first.
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
