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
  let mean = 0;
  let weights = 0;
  // From the oldest day: each step ages all days before it, so that no power is needed for each.
  for (let age = Math.max(ageDays, Math.min(days, dayValues.length)); age >= 0; age -= 1) {
    weights *= factor;
    const dayValue = age === ageDays ? value : dayValues[age - 1];
    if (dayValue === undefined || dayValue === null) continue;
    weights += 1;
    // Not a sum of weighted values, which could exceed the largest number.
    mean += (dayValue - mean) / weights;
  }
  return mean;
}
