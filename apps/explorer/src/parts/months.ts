const DAY_MS = 86_400_000;

/** Notation of a month: `2026-12`. Years have four digits from 2000 on. */
export const MONTH_PATTERN = /^2\d{3}-(0[1-9]|1[0-2])$/;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Day of an instant, in UTC: `2026-12-24`. */
export const utcDay = (ms: number): string => dayOf(ms);
/** Month of an instant, in UTC: `2026-12`. */
export const utcMonth = (ms: number): string => dayOf(ms).slice(0, 7);

/** First instant of a month, in milliseconds since the epoch. */
export const monthStartMs = (month: string): number => Date.parse(`${month}-01T00:00:00.000Z`);

/** The month a number of months later, or earlier for a negative number. */
export function monthAfter(month: string, months: number): string {
  const start = new Date(monthStartMs(month));
  return utcMonth(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months));
}

/** First instant after a month, in milliseconds since the epoch. */
export const monthEndMs = (month: string): number => monthStartMs(monthAfter(month, 1));

/** First instant of the quarter in which an instant lies, in milliseconds since the epoch. */
export function quarterStartMs(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - (date.getUTCMonth() % 3));
}

/** Weeks of a month from Monday to Sunday. Days of other months are null. */
export function weeksOf(month: string): readonly (readonly (string | null)[])[] {
  const [startMs, endMs] = [monthStartMs(month), monthEndMs(month)];
  const firstWeekday = (new Date(startMs).getUTCDay() + 6) % 7;
  const weeks: (string | null)[][] = [];
  for (let weekMs = startMs - firstWeekday * DAY_MS; weekMs < endMs; weekMs += 7 * DAY_MS) {
    weeks.push(
      Array.from({ length: 7 }, (_, day) => {
        const ms = weekMs + day * DAY_MS;
        return startMs <= ms && ms < endMs ? dayOf(ms) : null;
      }),
    );
  }
  return weeks;
}
