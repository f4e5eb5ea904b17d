import type { MomentumRule } from '../ruleset';

/** Baseline of a signal: centre and width of ln(1 + value) over its last days. */
export interface Baseline {
  readonly median: number;
  /** Unit of z; above 0. */
  readonly spread: number;
}

/**
 * Computes the baseline of a signal from its daily values, latest first, null for a day without a reading. It uses median
 * and median absolute deviation, which a single spike does not distort.
 *
 * @returns null for fewer than `daysMin` days with a reading among the last `baselineDays`.
 * @see docs/scoring.md, Hype
 */
export function baselineOf(dayValues: readonly (number | null)[], rule: MomentumRule): Baseline | null {
  const daysMax = Math.min(dayValues.length, rule.baselineDays);
  let days = 0;
  for (let index = 0; index < daysMax; index += 1) if (dayValues[index] !== null) days += 1;
  if (days < rule.daysMin) return null;
  const logs = new Float64Array(days);
  for (let index = 0, day = 0; day < days; index += 1) {
    const value = dayValues[index] ?? null;
    if (value === null) continue;
    logs[day] = Math.log1p(value);
    day += 1;
  }
  const median = medianOf(logs);
  for (let day = 0; day < days; day += 1) logs[day] = Math.abs((logs[day] ?? 0) - median);
  return { median, spread: rule.deviationFactor * medianOf(logs) + rule.deviationFloor };
}

/** Distance of a value from the baseline in deviations, not clipped. */
export function zOf(value: number, baseline: Baseline): number {
  return (Math.log1p(value) - baseline.median) / baseline.spread;
}

/** Sorts the values in place. */
function medianOf(values: Float64Array): number {
  values.sort();
  const half = values.length >> 1;
  const upper = values[half] ?? 0;
  return values.length % 2 === 1 ? upper : ((values[half - 1] ?? 0) + upper) / 2;
}
