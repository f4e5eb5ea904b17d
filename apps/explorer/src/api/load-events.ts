import type { CalendarEvent, ListCalendarQuery } from '@droptrack/contracts';
import type { ApiSession } from './api-session';

/** Maximum number of events on a page, and of a page of the API. */
export const EVENTS_MAX = 400;
const PAGE_EVENTS = 100;

/** Events by start, earliest first. */
export interface LoadedEvents {
  readonly events: readonly CalendarEvent[];
  /** False if the API has more than {@link EVENTS_MAX}. */
  readonly isComplete: boolean;
}

/** Loads events, page by page up to {@link EVENTS_MAX}. */
export async function loadEvents({ client }: ApiSession, query: ListCalendarQuery): Promise<LoadedEvents> {
  const events: CalendarEvent[] = [];
  let page = await client.calendar.list({ ...query, limit: PAGE_EVENTS });
  for (;;) {
    events.push(...page.data);
    if (page.next_cursor === null) return { events, isComplete: true };
    if (events.length >= EVENTS_MAX) return { events: events.slice(0, EVENTS_MAX), isComplete: false };
    page = await client.calendar.list({ ...query, limit: PAGE_EVENTS, cursor: page.next_cursor });
  }
}
