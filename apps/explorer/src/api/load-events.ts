import type { CalendarEvent, ListCalendarQuery } from '@droptrack/contracts';
import type { ApiSession } from './api-session';

/** Maximum number of events on a page, and of a page of the API. */
export const EVENTS_MAX = 400;
const PAGE_EVENTS = 100;
/** Maximum number of pages of the API that are read for one call. */
const PAGES_MAX = 10;

/** Events by start, earliest first. */
export interface LoadedEvents {
  readonly events: readonly CalendarEvent[];
  /** False if the API has, or may have, more than were loaded. */
  readonly isComplete: boolean;
}

/**
 * Loads events, page by page up to {@link EVENTS_MAX}.
 *
 * @param isWanted - events that it rejects do not count.
 */
export async function loadEvents(
  { client }: ApiSession,
  query: ListCalendarQuery,
  isWanted: (event: CalendarEvent) => boolean = () => true,
): Promise<LoadedEvents> {
  const events: CalendarEvent[] = [];
  let page = await client.calendar.list({ ...query, limit: PAGE_EVENTS });
  for (let pages = 1; ; pages += 1) {
    events.push(...page.data.filter(isWanted));
    if (events.length > EVENTS_MAX) return { events: events.slice(0, EVENTS_MAX), isComplete: false };
    if (page.next_cursor === null) return { events, isComplete: true };
    if (events.length === EVENTS_MAX || pages === PAGES_MAX) return { events, isComplete: false };
    page = await client.calendar.list({ ...query, limit: PAGE_EVENTS, cursor: page.next_cursor });
  }
}
