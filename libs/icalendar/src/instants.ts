import { occursAtMs } from '@droptrack/catalogue';
import type { CalendarEvent, CalendarPrecision } from '@droptrack/contracts';

export const DAY_MS = 86_400_000;

/** Start of the UTC day of an instant, milliseconds since the epoch. */
export const startOfDay = (ms: number): number => ms - (((ms % DAY_MS) + DAY_MS) % DAY_MS);

/** Value of a date property in jCal (RFC 7265). */
export interface CalendarTime {
  readonly type: 'date' | 'date-time';
  /** `2026-09-10`, or `2026-09-10T13:00:00Z`. */
  readonly value: string;
}

/** UTC instant; fractions of a second are cut. */
export const dateTime = (ms: number): CalendarTime => ({
  type: 'date-time',
  value: `${new Date(ms).toISOString().slice(0, 19)}Z`,
});

/** UTC day of an instant. */
export const date = (ms: number): CalendarTime => ({ type: 'date', value: new Date(ms).toISOString().slice(0, 10) });

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
