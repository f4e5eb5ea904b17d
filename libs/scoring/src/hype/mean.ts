import type { AveragingRule } from '../ruleset';

/**
 * Exponentially weighted mean of the daily values of a count: a day counts half for every half-life of its age, and days
 * without a reading are left out.
 *
 * @param value - latest reading, which is the value of its day.
 * @param ageDays - UTC days from the day of that reading to the day of the scored instant, 0 or above.
 * @param dayValues - values of the days before the day of the scored instant, latest first.
 * @see docs/scoring.md, Hype
 */
export function meanOf(
  value: number,
  ageDays: number,
  dayValues: readonly (number | null)[],
  { halfLifeDays, days }: AveragingRule,
): number {
  const factor = 2 ** (-1 / halfLifeDays);
  let sum = 0;
  let weights = 0;
  // From the oldest day: each step ages all days before it, so that no power is needed for each.
  for (let index = Math.min(days, dayValues.length) - 1; index >= 0; index -= 1) {
    sum *= factor;
    weights *= factor;
    const dayValue = dayValues[index];
    if (dayValue === undefined || dayValue === null || index === ageDays - 1) continue;
    sum += dayValue;
    weights += 1;
  }
  const weight = factor ** ageDays;
  const mean = (factor * sum + weight * value) / (factor * weights + weight);
  return Math.min(mean, Number.MAX_VALUE);
}
