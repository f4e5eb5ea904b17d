// Exports the calendar events of the next 14 days as an iCalendar file (RFC 5545).
// DROPTRACK_API_KEY=dtk_… DROPTRACK_BASE_URL=http://localhost:3000 npx tsx calendar-to-ics.ts > drops.ics
import { type CalendarEvent, Droptrack } from '@droptrack/sdk';

const client = new Droptrack();

const DAY_MS = 86_400_000;
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/** Formats a time as in RFC 5545: 20260822T100000Z. */
const stamp = (time: string): string => time.replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
/** Folds lines to at most 75 bytes, assuming at most 3 bytes per character. */
const folded = (line: string): string => line.replaceAll(/(.{24})(?=.)/gu, '$1\r\n ');

function lines({
  id,
  title,
  drop_name,
  starts_at,
  ends_at,
  status,
  sequence,
  updated_at,
  url,
}: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${id}@droptrack`,
    // A rescheduled event has the same id and a higher sequence, so that the calendar moves it.
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${stamp(updated_at)}`,
    `DTSTART:${stamp(starts_at)}`,
    ...(ends_at === null ? [] : [`DTEND:${stamp(ends_at)}`]),
    `SUMMARY:${escaped(`${drop_name}: ${title}`)}`,
    `STATUS:${status === 'cancelled' ? 'CANCELLED' : status === 'tentative' ? 'TENTATIVE' : 'CONFIRMED'}`,
    ...(url === null ? [] : [`URL:${url}`]),
    'END:VEVENT',
  ];
}

const now = Date.now();
const calendar = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//droptrack//example//EN'];
for await (const event of client.calendar.list({ from: day(now), to: day(now + 14 * DAY_MS), limit: 100 })) {
  calendar.push(...lines(event));
}
console.log([...calendar, 'END:VCALENDAR'].map(folded).join('\r\n'));
