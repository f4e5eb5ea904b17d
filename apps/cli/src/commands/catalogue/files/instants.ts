import type { CalendarPrecision } from '@droptrack/contracts';

const INSTANT = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(\.\d{1,3})?(?:Z|[+-]\d{2}:\d{2}))?$/;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Parses a day (its first instant, UTC) or an RFC 3339 time with a zone.
 *
 * @returns milliseconds since the epoch; null for any other form, and for an instant that does not exist, such as
 *   2026-02-30, 24:00:00 or a leap second.
 */
export function parseInstant(text: string): number | null {
  const [, day, hour = '00', minute = '00', second = '00'] = INSTANT.exec(text) ?? [];
  if (day === undefined || hour > '23' || minute > '59' || second > '59') return null;
  const midnightMs = Date.parse(`${day}T00:00:00Z`);
  // Date.parse reads 30 February as 2 March.
  if (Number.isNaN(midnightMs) || !new Date(midnightMs).toISOString().startsWith(day)) return null;
  const ms = text === day ? midnightMs : Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

/** An instant that {@link parseInstant} accepts, as RFC 3339 UTC with milliseconds. */
export function toUtc(text: string): string {
  return new Date(parseInstant(text) ?? NaN).toISOString();
}

/**
 * Shortest notation of an instant that {@link toUtc} returned: without a fraction of zero, and as a day where that is its
 * first instant.
 *
 * @param asDay - allows the notation as a day.
 */
export function writeInstant(utc: string, asDay: boolean): string {
  if (asDay && utc.endsWith('T00:00:00.000Z')) return utc.slice(0, 10);
  return utc.replace('.000Z', 'Z');
}

/** Precision of a time by its notation: day, minute, or second if seconds are given. */
export function writtenPrecision(text: string): CalendarPrecision {
  const [, day, hour, , second, fraction] = INSTANT.exec(text) ?? [];
  if (day === undefined || hour === undefined) return 'day';
  return second === '00' && fraction === undefined ? 'minute' : 'second';
}

/** First instant of the period around `ms`, in UTC; weeks begin on Monday (ISO 8601). */
export function periodStart(ms: number, precision: CalendarPrecision): number {
  const date = new Date(ms);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (precision) {
    case 'second':
      return floorTo(ms, 1_000);
    case 'minute':
      return floorTo(ms, 60_000);
    case 'hour':
      return floorTo(ms, 3_600_000);
    case 'day':
      return floorTo(ms, DAY_MS);
    case 'week':
      return floorTo(ms, DAY_MS) - ((date.getUTCDay() + 6) % 7) * DAY_MS;
    case 'month':
      return Date.UTC(year, month);
    case 'quarter':
      return Date.UTC(year, month - (month % 3));
    case 'year':
      return Date.UTC(year, 0);
  }
}

const floorTo = (ms: number, stepMs: number): number => Math.floor(ms / stepMs) * stepMs;
