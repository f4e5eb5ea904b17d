import type { Day, Days } from './data/days';

/** Days before and after a day that count. */
export const WEEK_DAYS = 7;
/** Fewer known days make no mean: five of seven. */
const KNOWN_SHARE_MIN = 5 / 7;

/** Outcomes after a day, by which projects are ranked. */
export const OUTCOMES = ['next_week', 'change', 'ratio'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * Outcomes of a project after the end of a day; null where too few days are known.
 *
 * - `next_week`: a day's mean of the 7 days after it
 * - `change`: that, less the mean of the 7 days up to it
 * - `ratio`: the logarithm of the sum of the 7 days after over that of the 7 days before, each plus 1
 */
export function outcomesOf(target: Days, day: Day): Readonly<Record<Outcome, number>> | null {
  const after = meanOfDays(target, day + 1, day + WEEK_DAYS);
  const before = meanOfDays(target, day - WEEK_DAYS + 1, day);
  if (after === null || before === null) return null;
  return {
    next_week: after,
    change: after - before,
    ratio: Math.log1p(WEEK_DAYS * after) - Math.log1p(WEEK_DAYS * before),
  };
}

/** Mean of the days that are known, both ends inclusive; null for too few. */
export function meanOfDays(days: Days, firstDay: Day, lastDay: Day): number | null {
  let sum = 0;
  let known = 0;
  for (let day = firstDay; day <= lastDay; day += 1) {
    const value = days.get(day);
    if (value === undefined) continue;
    sum += value;
    known += 1;
  }
  return known === 0 || known < KNOWN_SHARE_MIN * (lastDay - firstDay + 1) ? null : sum / known;
}
