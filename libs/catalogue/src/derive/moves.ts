import { CALENDAR_PRECISIONS, type CalendarPrecision } from '@droptrack/contracts';
import type { EventDefinition } from '../definition';

const DAY_OR_FINER: readonly CalendarPrecision[] = CALENDAR_PRECISIONS.slice(0, CALENDAR_PRECISIONS.indexOf('day') + 1);

/** True for a precision of a day or finer: only then is the start of the event an instant that changes the status. */
export function isDayOrFiner(precision: CalendarPrecision): boolean {
  return DAY_OR_FINER.includes(precision);
}

/** Starts of the confirmed events with a precision of a day or finer, milliseconds since the epoch. */
export function certainStarts(events: readonly EventDefinition[]): number[] {
  return events.filter(isCertain).map(({ startsAt }) => Date.parse(startsAt));
}

/** Confirmed events with a precision of a day or finer that have started. */
export function certainEventsBegun(events: readonly EventDefinition[], atMs: number): EventDefinition[] {
  return events.filter((event) => isCertain(event) && Date.parse(event.startsAt) <= atMs);
}

function isCertain({ status, precision }: EventDefinition): boolean {
  return status === 'confirmed' && isDayOrFiner(precision);
}
