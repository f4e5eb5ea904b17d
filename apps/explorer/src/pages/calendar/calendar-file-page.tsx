import { CALENDAR_TYPE, calendarFile, eventParts, PAST_DAYS } from '@droptrack/icalendar';
import { loadEvents } from '../../api/load-events';
import { quarterStartMs, utcDay } from '../../parts/months';
import type { Page, PageView } from '../../server/page';
import { calendarFilePath, isShown, parseCalendarState } from './calendar-state';

const DAY_MS = 86_400_000;
/** Calendar apps read a calendar every hour at most. */
const MAX_AGE_SECONDS = 900;

/** The calendar as a file (iCalendar), to which calendar apps subscribe, with the filters of its address. */
export const calendarFilePage: Page = async ({ query, nowMs, apiUrl, siteUrl }, session) => {
  const { state, notes } = parseCalendarState(query);
  // A page can explain that it shows other events than its address names; a subscription cannot.
  if (notes.length > 0) return invalidFilters(notes);
  const { type, chain, drop } = state;
  const { events } = await loadEvents(session, {
    from: utcDay(quarterStartMs(nowMs - PAST_DAYS * DAY_MS)),
    ...(type !== null && { type }),
    ...(chain !== null && { chain }),
    ...(drop !== null && { drop }),
    include: 'ongoing',
  });
  // That of the API, so that an event has one UID in all calendars of the service.
  const host = new URL(apiUrl).hostname;
  const parts = events.filter((event) => isShown(state, event)).flatMap((event) => eventParts(event, 'points', host));
  const text = calendarFile(parts, {
    name: ['Droptrack', type, chain, drop].filter((part) => part !== null).join(' · '),
    host,
    nowMs,
    remindSeconds: null,
    source: siteUrl + calendarFilePath(state),
  });
  const file = { type: CALENDAR_TYPE, name: 'droptrack.ics', text, maxAgeSeconds: MAX_AGE_SECONDS };
  return { title: 'Calendar', content: null, file };
};

const invalidFilters = (notes: readonly string[]): PageView => ({
  status: 400,
  title: 'Not accepted',
  content: (
    <>
      <h1>Not accepted</h1>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <p>
        Copy the address of a calendar from the <a href="/calendar">calendar</a>.
      </p>
    </>
  ),
});
