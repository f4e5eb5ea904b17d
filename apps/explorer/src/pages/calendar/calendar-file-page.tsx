import { CALENDAR_TYPE, calendarFile } from '@droptrack/icalendar';
import type { Page, PageView } from '../page';
import { calendarFilePath, parseCalendarState } from './calendar-state';
import { loadCalendarFile } from './load-calendar-file';

/** Calendar apps read a calendar every hour at most. */
const MAX_AGE_SECONDS = 900;

/** The calendar as a file (iCalendar), to which calendar apps subscribe, with the filters of its address. */
export const calendarFilePage: Page = async ({ query, nowMs, apiUrl, siteUrl }, session) => {
  const { state, notes } = parseCalendarState(query);
  // A page can explain why it is empty; a subscription cannot.
  if (notes.length > 0) return invalidFilters(notes);
  const { type, chain, drop } = state;
  // That of the API, so that an event has one UID in all calendars of the service.
  const host = new URL(apiUrl).hostname;
  const { parts, cutAtMs } = await loadCalendarFile(session, state, { nowMs, host });
  const text = calendarFile(parts, {
    name: ['Droptrack', type, chain, drop].filter((part) => part !== null).join(' · '),
    host,
    nowMs,
    remindSeconds: null,
    source: siteUrl + calendarFilePath(state),
    cutAtMs,
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
