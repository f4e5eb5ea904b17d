import { assertPositive, InvalidInputError } from './checks';
import type { ExpectedValueRules } from './ruleset';

/** 10th and 90th percentile of a lognormal distribution, both above 0; equal for a known value. */
export type LognormalRange = readonly [p10: number, p90: number];

/** Normal distribution of a logarithm. */
export interface Normal {
  readonly mean: number;
  readonly spread: number;
}

/** Shares of the published quantiles. */
export type PayoutShare = 0.1 | 0.5 | 0.9;

/** Standard deviations from the median to each published quantile of a normal distribution. */
export const zOf = ({ z90 }: ExpectedValueRules): Readonly<Record<PayoutShare, number>> => ({
  0.1: -z90,
  0.5: 0,
  0.9: z90,
});

/** Normal distribution of the logarithm of a lognormal input; null while it is unknown. */
export function normalOf(
  input: string,
  range: LognormalRange | null,
  rules: ExpectedValueRules,
  max?: number,
): Normal | null {
  if (range === null) return null;
  const [p10, p90] = range;
  const spread = spreadOf(input, range, rules, max);
  return { mean: (Math.log(p10) + Math.log(p90)) / 2, spread };
}

/** Standard deviation of the logarithm of a lognormal input. */
export function spreadOf(
  input: string,
  [p10, p90]: LognormalRange,
  { z10To90 }: ExpectedValueRules,
  max?: number,
): number {
  assertPositive(input, p10, max);
  assertPositive(input, p90, max);
  if (p10 > p90) throw new InvalidInputError(input, `has p10 ${p10} above p90 ${p90}`);
  return (Math.log(p90) - Math.log(p10)) / z10To90;
}
