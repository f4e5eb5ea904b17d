import type { AveragingRule } from '../ruleset';

/**
 * Exponentially weighted mean of the daily values of a count: a day counts half for every half-life of its age, and days
 * without a reading are left out, except for the days of 0 that a ruleset puts before the first one.
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
  rule: AveragingRule,
): number {
  const { halfLifeDays, days, zeroDaysBefore = 0 } = rule;
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
  const zeros =
    zeroDaysBefore === 0 ? 0 : weightOfZeros(firstDay(dayValues, ageDays, days), zeroDaysBefore, factor, days);
  const mean = (factor * sum + weight * value) / (factor * weights + weight + zeros);
  return Math.min(mean, Number.MAX_VALUE);
}

/** Age of the first day with a reading, in days. */
function firstDay(dayValues: readonly (number | null)[], ageDays: number, days: number): number {
  let age = Math.min(days, dayValues.length);
  while (age > ageDays && (dayValues[age - 1] ?? null) === null) age -= 1;
  return Math.max(age, ageDays);
}

/** Sum of the weights of the days of 0 before the first day, without those that are too old for the mean. */
function weightOfZeros(firstAge: number, zeroDays: number, factor: number, days: number): number {
  const count = Math.min(zeroDays, days - firstAge);
  return count <= 0 ? 0 : (factor ** (firstAge + 1) * (1 - factor ** count)) / (1 - factor);
}
