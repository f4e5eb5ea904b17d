import type { CalendarEvent, ListCalendarQuery, Page } from '@droptrack/contracts';
import type { ApiSession } from './api-session';
import { perResults } from './per-results';

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
 * @param isWanted - events that it rejects do not count. Without it, the result is the same object while its pages are.
 */
export async function loadEvents(
  { client }: ApiSession,
  query: ListCalendarQuery,
  isWanted?: (event: CalendarEvent) => boolean,
): Promise<LoadedEvents> {
  const wantedOf = ({ data }: EventPage): readonly CalendarEvent[] =>
    isWanted === undefined ? data : data.filter(isWanted);
  let page = await client.calendar.list({ ...query, limit: PAGE_EVENTS });
  const pages: [EventPage, ...EventPage[]] = [page];
  const events = [...wantedOf(page)];
  while (page.next_cursor !== null && events.length < EVENTS_MAX && pages.length < PAGES_MAX) {
    page = await client.calendar.list({ ...query, limit: PAGE_EVENTS, cursor: page.next_cursor });
    pages.push(page);
    events.push(...wantedOf(page));
  }
  return isWanted === undefined ? loadedOf(pages) : bounded(events, page);
}

type EventPage = Page<CalendarEvent>;

const loadedOf = perResults((pages: readonly [EventPage, ...EventPage[]]) =>
  bounded(
    pages.flatMap(({ data }) => data),
    pages[pages.length - 1] ?? pages[0],
  ),
);

const bounded = (events: readonly CalendarEvent[], last: EventPage): LoadedEvents => ({
  events: events.slice(0, EVENTS_MAX),
  isComplete: events.length <= EVENTS_MAX && last.next_cursor === null,
});
