import { assertPositive, assertWithin, InvalidInputError } from './checks';
import { roundToCents } from './money';
import type { AllocationSpread, ExpectedValueRules, Ruleset } from './ruleset';
import { DEFAULT_RULESET } from './rulesets';

/** 10th and 90th percentile of a lognormal distribution, both above 0; equal for a known value. */
export type LognormalRange = readonly [p10: number, p90: number];

/** Distribution of the amounts of a published list over its wallets; all above 0 and in the same unit. */
export interface PublishedAllocations {
  readonly median: number;
  readonly mean: number;
  readonly q10: number;
  readonly q90: number;
}

/** Inputs of the expected value; null while unknown. */
export interface ExpectedValueInput {
  /** Fully diluted value at launch, USD. */
  readonly fdvUsd: LognormalRange | null;
  /** Share of the total supply in this drop, at most 1. */
  readonly supplyShare: LognormalRange | null;
  readonly eligibleWallets: LognormalRange | null;
  /** Kind of allocation, or the amounts of the published list. Null: the default kind of the ruleset. */
  readonly allocation: AllocationSpread | PublishedAllocations | null;
  /** Factor on the payout for vesting, slippage and the like, above 0, at most 1. Null: the default of the ruleset. */
  readonly haircut: number | null;
  /** Probability that the drop happens and pays, 0 to 1. Ignored once a list is published. */
  readonly probability: number | null;
}

/** Inputs with the defaults of the ruleset. */
export interface ExpectedValueBasis extends ExpectedValueInput {
  readonly allocation: AllocationSpread | PublishedAllocations;
  readonly haircut: number;
}

/** Expected value, with the inputs that it is computed from. */
export interface ExpectedValue {
  /** USD, rounded to cents; p10 <= p50 <= p90, or all three null. */
  readonly p50: number | null;
  readonly p10: number | null;
  readonly p90: number | null;
  /** True for given inputs. The value is null unless the first three inputs and the probability are given. */
  readonly known: Readonly<Record<keyof ExpectedValueInput, boolean>>;
  /** Inputs of the computation: the given ones, and the defaults of the ruleset. */
  readonly used: ExpectedValueBasis;
  /** Lognormal distribution of the payout before the probability; null with the value. */
  readonly lognormal: { readonly mean: number; readonly spread: number } | null;
}

/**
 * Expected value of a drop for a typical eligible wallet, in US dollars.
 *
 * The percentiles are those of the payout times the probability. The percentiles of a payout that is 0 with the remaining
 * probability would make the median of every drop with a probability below one half 0.
 *
 * @throws {InvalidInputError} for a range that is not 0 < p10 <= p90 or not finite, a share or haircut above 1, a
 *   probability outside 0 to 1, or a payout that exceeds the range of numbers.
 * @see docs/scoring.md, Expected value
 */
export function expectedValueUsd(input: ExpectedValueInput, ruleset: Ruleset = DEFAULT_RULESET): ExpectedValue {
  assertFractions(input);
  const rules = ruleset.expectedValue;
  const used = withDefaults(input, rules);
  const known = knownOf(input, used);
  const payout = payoutOf(used, rules);
  if (payout === null || used.probability === null)
    return { p50: null, p10: null, p90: null, known, used, lognormal: null };

  const { probability } = used;
  const quantile = (z: number): number => {
    const usd = probability * Math.exp(payout.mean + z * payout.spread);
    if (!Number.isFinite(usd)) throw new InvalidInputError('expected value', 'exceeds the range of numbers');
    return roundToCents(usd);
  };
  return { p50: quantile(0), p10: quantile(-rules.z90), p90: quantile(rules.z90), known, used, lognormal: payout };
}

/** A published list implies that the drop has happened, so its probability is 1. */
function withDefaults(input: ExpectedValueInput, rules: ExpectedValueRules): ExpectedValueBasis {
  const allocation = input.allocation ?? rules.allocationDefault;
  return {
    ...input,
    allocation,
    haircut: input.haircut ?? rules.haircutDefault,
    probability: typeof allocation === 'string' ? input.probability : 1,
  };
}

/** Distribution of the payout if the drop happens; null while one of the first three inputs is unknown. */
function payoutOf(used: ExpectedValueBasis, rules: ExpectedValueRules): Normal | null {
  const fdv = normalOf('fdvUsd', used.fdvUsd, rules);
  const share = normalOf('supplyShare', used.supplyShare, rules, 1);
  const wallets = normalOf('eligibleWallets', used.eligibleWallets, rules);
  if (fdv === null || share === null || wallets === null) return null;
  const typical = typicalAllocation(used.allocation, rules);
  return {
    mean: fdv.mean + share.mean - wallets.mean + Math.log(used.haircut) + typical.mean,
    spread: Math.sqrt(fdv.spread ** 2 + share.spread ** 2 + wallets.spread ** 2 + typical.spread ** 2),
  };
}

interface Normal {
  readonly mean: number;
  readonly spread: number;
}

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

/** Normal distribution of the logarithm of an allocation, relative to the mean allocation. */
function typicalAllocation(allocation: ExpectedValueBasis['allocation'], rules: ExpectedValueRules): Normal {
  if (typeof allocation === 'string') {
    const spread = rules.allocationSpread[allocation];
    return { mean: -(spread ** 2) / 2, spread };
  }
  const { median, mean, q10, q90 } = allocation;
  assertPositive('allocation.median', median);
  assertPositive('allocation.mean', mean);
  return { mean: Math.log(median / mean), spread: spreadOf('allocation', [q10, q90], rules) };
}

function assertFractions({ haircut, probability }: ExpectedValueInput): void {
  if (haircut !== null) assertPositive('haircut', haircut, 1);
  if (probability !== null) assertWithin('probability', probability, 0, 1);
}

function knownOf(input: ExpectedValueInput, { probability }: ExpectedValueBasis): ExpectedValue['known'] {
  return {
    fdvUsd: input.fdvUsd !== null,
    supplyShare: input.supplyShare !== null,
    eligibleWallets: input.eligibleWallets !== null,
    allocation: input.allocation !== null,
    haircut: input.haircut !== null,
    probability: probability !== null,
  };
}
