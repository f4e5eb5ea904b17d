/** A date without a time; the year is null if the text leaves it out. */
export interface DateText {
  readonly year: number | null;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];
const FORM = /^(?:by )?(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>20\d{2}))?$/i;
const YEAR_FORM = /^(?<word>in|before|by end of|by the end of) (?<year>20\d{2})$/i;
const DAY_MS = 86_400_000;
/** Largest distance of a date without a year from the end of its market, which closes within days. */
const END_DAYS_MAX = 7;

/**
 * Parses a date by which something is to happen: `June 30`, `by December 31, 2026`, `in 2026`, `before 2027`.
 *
 * @returns null for other texts, also for months without a day, and for dates that do not exist.
 */
export function parseDate(text: string): DateText | null {
  const whole = YEAR_FORM.exec(text)?.groups;
  if (whole !== undefined) {
    const year = Number(whole['year']);
    return { year: whole['word']?.toLowerCase() === 'before' ? year - 1 : year, month: 12, day: 31 };
  }
  const groups = FORM.exec(text)?.groups;
  const word = groups?.['month']?.toLowerCase() ?? '';
  const month = MONTHS.findIndex((name) => name === word || name.slice(0, 3) === word) + 1;
  const day = Number(groups?.['day']);
  const year = groups?.['year'] === undefined ? null : Number(groups['year']);
  // 2024 has all days.
  return month > 0 && endOf({ year: year ?? 2024, month, day }) !== null ? { year, month, day } : null;
}

/**
 * Last millisecond of a date in UTC, milliseconds since the epoch. The markets end at 23:59 in New York, four or five hours
 * later, which the precision of a day leaves out.
 *
 * @param endDateMs - end of the market, from which a year that the text leaves out is taken; null if unknown.
 * @returns null without a year, or for a date that does not exist.
 */
export function endOfDate(date: DateText, endDateMs: number | null): number | null {
  if (date.year !== null) return endOf({ ...date, year: date.year });
  if (endDateMs === null) return null;
  const year = new Date(endDateMs).getUTCFullYear();
  const near = [year - 1, year, year + 1].map((each) => endOf({ ...date, year: each }));
  return near.find((ms) => ms !== null && Math.abs(ms - endDateMs) <= END_DAYS_MAX * DAY_MS) ?? null;
}

function endOf({ year, month, day }: { year: number; month: number; day: number }): number | null {
  const start = new Date(Date.UTC(year, month - 1, day));
  return start.getUTCMonth() === month - 1 && start.getUTCDate() === day ? start.getTime() + DAY_MS - 1 : null;
}
