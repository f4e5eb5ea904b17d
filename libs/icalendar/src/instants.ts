import { occursAtMs } from '@droptrack/catalogue';
import type { CalendarEvent, CalendarPrecision } from '@droptrack/contracts';
import { ICAL } from './ical';

export const DAY_MS = 86_400_000;

/** Start of the UTC day of an instant, milliseconds since the epoch. */
export const startOfDay = (ms: number): number => ms - (((ms % DAY_MS) + DAY_MS) % DAY_MS);

/** UTC instant as a value of iCalendar; fractions of a second are cut. */
export const dateTime = (ms: number): ICAL.Time =>
  ICAL.Time.fromData({ ...dayOf(ms), ...timeOf(ms) }, ICAL.Timezone.utcTimezone);

/** UTC day of an instant as a value of iCalendar. */
export const date = (ms: number): ICAL.Time => ICAL.Time.fromData({ ...dayOf(ms), isDate: true });

function dayOf(ms: number) {
  const at = new Date(ms);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
}

function timeOf(ms: number) {
  const at = new Date(ms);
  return { hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds() };
}

/** Kinds of precision: an instant, a day, or a period in which the event starts at some time. */
export const precisionKind = (precision: CalendarPrecision): 'instant' | 'day' | 'period' =>
  PERIODS.has(precision) ? 'period' : precision === 'day' ? 'day' : 'instant';

const PERIODS: ReadonlySet<CalendarPrecision> = new Set(['week', 'month', 'quarter', 'year']);

/** End of the period in which an event starts, exclusive: that of its day, or of its week to year. */
export const periodEndMs = ({ starts_at: startsAt, precision }: Dated): number =>
  precision === 'day' ? startOfDay(Date.parse(startsAt)) + DAY_MS : occursAtMs({ startsAt, precision });

type Dated = Pick<CalendarEvent, 'starts_at' | 'precision'>;

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Start of an event as text, as precise as it is known: `2026-09-10 13:00 UTC`, `2026-09-10`, `some time in Q1 2027`. */
export function startText({ starts_at: startsAt, precision }: Dated): string {
  const at = new Date(startsAt);
  switch (precision) {
    case 'day':
      return startsAt.slice(0, 10);
    case 'week':
      return `some time in the week of ${startsAt.slice(0, 10)}`;
    case 'month':
      return `some time in ${MONTH.format(at)}`;
    case 'quarter':
      return `some time in Q${Math.floor(at.getUTCMonth() / 3) + 1} ${at.getUTCFullYear()}`;
    case 'year':
      return `some time in ${at.getUTCFullYear()}`;
    default:
      return instantText(startsAt);
  }
}

/** `2026-09-10 13:00 UTC`, with seconds unless they are 0. */
export const instantText = (instant: string): string =>
  `${instant.slice(0, 10)} ${instant.slice(11, 19).replace(/:00$/, '')} UTC`;
