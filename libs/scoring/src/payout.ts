import { assertPositive, InvalidInputError } from './checks';
import { type QuantileFunction, quantileWithNoise } from './quantile-function';
import type { AllocationSpread, EmpiricalAllocation, ExpectedValueRules } from './ruleset';

/** 10th and 90th percentile of a lognormal distribution, both above 0; equal for a known value. */
export type LognormalRange = readonly [p10: number, p90: number];

/** Distribution of the amounts of a published list over its wallets; all above 0 and in the same unit. */
export interface PublishedAllocations {
  readonly median: number;
  readonly mean: number;
  readonly q10: number;
  readonly q90: number;
}

/** Distribution of single allocations: a kind, the amounts of a published list, or quantiles pooled over such lists. */
export type Allocation = AllocationSpread | PublishedAllocations | EmpiricalAllocation;

/** Inputs of the payout; null while unknown. */
interface PayoutInput {
  readonly fdvUsd: LognormalRange | null;
  readonly supplyShare: LognormalRange | null;
  /** Value of all tokens of the drop, USD; null if it is the product of the two above. */
  readonly tokensUsd: LognormalRange | null;
  readonly eligibleWallets: LognormalRange | null;
  readonly allocation: Allocation;
  readonly haircut: number;
}

/** Normal distribution of a logarithm. */
export interface Normal {
  readonly mean: number;
  readonly spread: number;
}

/** Distribution of the payout of a typical wallet in USD, if the drop happens. */
export interface Payout {
  /** Natural logarithm of the payout at a share of the outcomes. */
  readonly logarithm: (share: PayoutShare) => number;
  /** Null if the payout is not lognormal. */
  readonly lognormal: Normal | null;
}

/** Shares of the published quantiles. */
export type PayoutShare = 0.1 | 0.5 | 0.9;

/**
 * Distribution of the payout; null while the value of the tokens or the number of wallets is unknown.
 *
 * @throws {InvalidInputError} for an input outside its range.
 */
export function payoutOf(input: PayoutInput, rules: ExpectedValueRules): Payout | null {
  const tokens = tokensOf(input, rules);
  const wallets = normalOf('eligibleWallets', input.eligibleWallets, rules);
  if (tokens === null || wallets === null) return null;

  const mean = tokens.mean - wallets.mean + Math.log(input.haircut);
  const variance = tokens.variance + wallets.spread ** 2;
  const allocation = allocationOf(input.allocation, rules);
  if (allocation.quantiles !== undefined) {
    const { quantiles } = allocation;
    const noise = Math.sqrt(variance);
    return { logarithm: (at) => mean + quantileWithNoise(quantiles, noise, at), lognormal: null };
  }
  const lognormal = { mean: mean + allocation.mean, spread: Math.sqrt(variance + allocation.spread ** 2) };
  const z = { 0.1: -rules.z90, 0.5: 0, 0.9: rules.z90 };
  return { logarithm: (at) => lognormal.mean + z[at] * lognormal.spread, lognormal };
}

/** Mean and variance of the logarithm of the value of all tokens of the drop. */
function tokensOf({ fdvUsd, supplyShare, tokensUsd }: PayoutInput, rules: ExpectedValueRules) {
  const fdv = normalOf('fdvUsd', fdvUsd, rules);
  const share = normalOf('supplyShare', supplyShare, rules, 1);
  if (fdv !== null && share !== null)
    return { mean: fdv.mean + share.mean, variance: fdv.spread ** 2 + share.spread ** 2 };
  const tokens = normalOf('tokensUsd', tokensUsd, rules);
  return tokens && { mean: tokens.mean, variance: tokens.spread ** 2 };
}

/** True for the amounts of a published list. */
export const isPublished = (allocation: Allocation): allocation is PublishedAllocations =>
  typeof allocation === 'object' && 'median' in allocation;

/** Normal distribution of the logarithm of a lognormal input. */
function normalOf(input: string, range: LognormalRange | null, rules: ExpectedValueRules, max?: number): Normal | null {
  if (range === null) return null;
  const [p10, p90] = range;
  const spread = spreadOf(input, range, rules, max);
  return { mean: (Math.log(p10) + Math.log(p90)) / 2, spread };
}

function spreadOf(input: string, [p10, p90]: LognormalRange, { z10To90 }: ExpectedValueRules, max?: number): number {
  assertPositive(input, p10, max);
  assertPositive(input, p90, max);
  if (p10 > p90) throw new InvalidInputError(input, `has p10 ${p10} above p90 ${p90}`);
  return (Math.log(p90) - Math.log(p10)) / z10To90;
}

type AllocationLogarithm = (Normal & { readonly quantiles?: undefined }) | { readonly quantiles: QuantileFunction };

/** Distribution of the logarithm of an allocation, relative to the mean allocation. */
function allocationOf(allocation: Allocation, rules: ExpectedValueRules): AllocationLogarithm {
  if (typeof allocation === 'string') {
    const spread = rules.allocationSpread[allocation];
    return { mean: -(spread ** 2) / 2, spread };
  }
  if (!isPublished(allocation)) return { quantiles: logarithmsOf(allocation.quantiles) };
  const { median, mean, q10, q90 } = allocation;
  assertPositive('allocation.median', median);
  assertPositive('allocation.mean', mean);
  const spread = spreadOf('allocation', [q10, q90], rules);
  return rules.listModel === 'lognormal'
    ? { mean: Math.log(median / mean), spread }
    : { quantiles: listQuantiles(allocation, rules) };
}

function logarithmsOf([[share, ratio], ...rest]: QuantileFunction): QuantileFunction {
  return [[share, Math.log(ratio)], ...rest.map(([each, value]) => [each, Math.log(value)] as const)];
}

/** Quantiles of a list, and the lognormal tail beyond its 10th and 90th percentile up to the 1st and 99th. */
function listQuantiles({ median, mean, q10, q90 }: PublishedAllocations, rules: ExpectedValueRules): QuantileFunction {
  const [low, middle, high] = [Math.log(q10 / mean), Math.log(median / mean), Math.log(q90 / mean)];
  if (!(low <= middle && middle <= high)) throw new InvalidInputError('allocation', 'has a median outside q10 and q90');
  const tail = rules.z99 / rules.z90;
  return [
    [0.01, middle - tail * (middle - low)],
    [0.1, low],
    [0.5, middle],
    [0.9, high],
    [0.99, middle + tail * (high - middle)],
  ];
}
