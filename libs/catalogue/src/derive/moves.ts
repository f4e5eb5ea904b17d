import { CALENDAR_PRECISIONS, type CalendarPrecision } from '@droptrack/contracts';
import type { EventDefinition } from '../definition';

const DAY_OR_FINER: readonly CalendarPrecision[] = CALENDAR_PRECISIONS.slice(0, CALENDAR_PRECISIONS.indexOf('day') + 1);

/** Whether the period is known to the day: only then has the event a first instant that things can hang on. */
export function isDayOrFiner(precision: CalendarPrecision): boolean {
  return DAY_OR_FINER.includes(precision);
}

/** First instants, in milliseconds since the epoch, of the events that are certain and known to the day. */
export function certainStarts(events: readonly EventDefinition[]): number[] {
  return events.filter(isCertain).map(({ startsAt }) => Date.parse(startsAt));
}

/** The certain events (confirmed, known to the day) whose first instant has come. */
export function certainEventsBegun(events: readonly EventDefinition[], atMs: number): EventDefinition[] {
  return events.filter((event) => isCertain(event) && Date.parse(event.startsAt) <= atMs);
}

function isCertain({ status, precision }: EventDefinition): boolean {
  return status === 'confirmed' && isDayOrFiner(precision);
}
