import { assertPositive, InvalidInputError } from './checks';
import { type Normal, spreadOf } from './lognormal';
import type { QuantileFunction } from './quantile-function';
import type { AllocationSpread, EmpiricalAllocation, ExpectedValueRules } from './ruleset';

/** Distribution of the amounts of a published list over its wallets; all above 0 and in the same unit. */
export interface PublishedAllocations {
  readonly median: number;
  readonly mean: number;
  readonly q10: number;
  readonly q90: number;
  /** True for a list that is a part of the published one; absent for a whole one. */
  readonly part?: boolean;
}

/** Known quantiles of the tokens per wallet. */
export interface KnownAllocation {
  /** Whole tokens; the mean is 1, so that ratios to it are tokens. */
  readonly tokens: PublishedAllocations;
}

/** Distribution of single allocations: a kind, a published list, quantiles pooled over such lists, or known ones. */
export type Allocation = AllocationSpread | PublishedAllocations | EmpiricalAllocation | KnownAllocation;

/** True for the amounts of a published list. */
export const isPublished = (allocation: Allocation): allocation is PublishedAllocations =>
  typeof allocation === 'object' && 'median' in allocation;

/** True for known quantiles of the tokens per wallet. */
export const isKnownAllocation = (allocation: Allocation): allocation is KnownAllocation =>
  typeof allocation === 'object' && 'tokens' in allocation;

type AllocationLogarithm = (Normal & { readonly quantiles?: undefined }) | { readonly quantiles: QuantileFunction };

/**
 * Distribution of the logarithm of an allocation, relative to the mean allocation.
 *
 * @throws {InvalidInputError} for amounts of a list that contradict each other.
 */
export function allocationOf(allocation: Allocation, rules: ExpectedValueRules): AllocationLogarithm {
  if (typeof allocation === 'string') {
    const spread = rules.allocationSpread[allocation];
    return { mean: -(spread ** 2) / 2, spread };
  }
  // Known quantiles are facts in every ruleset, whatever its model of a list.
  if (isKnownAllocation(allocation)) return { quantiles: listQuantiles(allocation.tokens, rules) };
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
