import type { CalendarPrecision } from '@droptrack/contracts';

/** Text of an unknown value. Screen readers read the title of {@link Unknown} instead. */
export const UNKNOWN = '–';

const LOCALE = 'en-US';
const integers = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const quantities = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumSignificantDigits: 4 });
const dollars = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' });
const wholeDollars = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const percents = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const dates = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });
const months = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const minutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
const seconds = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'UTC' });

/** `1,234`. */
export const formatInteger = (value: number): string => integers.format(value);
/** `9.361B`, rounded to four digits. */
export const formatQuantity = (value: number): string => quantities.format(value);
/** `$87.04`; from 1 000 on without cents, as they say nothing there. A value below half a cent is `<$0.01`, not nothing. */
export const formatUsd = (value: number): string =>
  value > 0 && value < 0.005 ? '<$0.01' : (value < 1_000 ? dollars : wholeDollars).format(value);
/** `12.5%` of a share from 0 to 1. A share close to an end is not that end: `<0.1%`, `>99.9%`. */
export const formatShare = (share: number): string =>
  share > 0 && share < 0.0005 ? '<0.1%' : share < 1 && share >= 0.9995 ? '>99.9%' : percents.format(share);
/** `+12`, `−3`, `±0`. */
export const formatDelta = (value: number): string =>
  value === 0 ? '±0' : `${value > 0 ? '+' : '−'}${integers.format(Math.abs(value))}`;

/** `13.08`, points of a score or a rating with two decimals; empty without a value. */
export const formatPoints = (points: number | null | undefined): string =>
  points === null || points === undefined ? '' : points.toFixed(2);

/** Amount of base units as an exact decimal number of tokens with digit groups: `1,250.5`. */
export function formatTokens(amount: string, decimals: number | null): string {
  const digits = amount.padStart((decimals ?? 0) + 1, '0');
  const cut = digits.length - (decimals ?? 0);
  const whole = BigInt(digits.slice(0, cut)).toLocaleString(LOCALE);
  const rest = digits.slice(cut).replace(/0+$/, '');
  return rest === '' ? whole : `${whole}.${rest}`;
}

/** `Jul 10, 2026`, of an RFC 3339 instant. */
export const formatDate = (instant: string): string => dates.format(new Date(instant));
/** `Jul 10, 2026, 14:05 UTC`. */
export const formatInstant = (instant: string): string =>
  `${formatDate(instant)}, ${minutes.format(new Date(instant))} UTC`;
/** `14:05:09 UTC`. */
export const formatTime = (instant: string): string => `${seconds.format(new Date(instant))} UTC`;

/** The period of a start that is known to a precision: `Q3 2026`, `July 2026`, `Jul 10, 2026`, `Jul 10, 2026, 14:05 UTC`. */
export function formatPeriod(startsAt: string, precision: CalendarPrecision): string {
  const start = new Date(startsAt);
  switch (precision) {
    case 'year':
      return String(start.getUTCFullYear());
    case 'quarter':
      return `Q${Math.floor(start.getUTCMonth() / 3) + 1} ${start.getUTCFullYear()}`;
    case 'month':
      return months.format(start);
    case 'week':
      return `week of ${formatDate(startsAt)}`;
    case 'day':
      return formatDate(startsAt);
    default:
      return formatInstant(startsAt);
  }
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];
/** Always numeric: an instant 47 hours ahead is in 1 day, but need not be tomorrow. */
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always' });

/** `in 3 days`, `2 hours ago`. */
export function formatRelative(instant: string, nowMs: number): string {
  const ms = Date.parse(instant) - nowMs;
  const [unit, lengthMs] = UNITS.find(([, length]) => Math.abs(ms) >= length) ?? (['second', 1_000] as const);
  return relative.format(Math.trunc(ms / lengthMs), unit);
}

/** A wait in words: `1 second`, `30 seconds`. */
export const formatSeconds = (count: number): string => (count === 1 ? '1 second' : `${count} seconds`);
