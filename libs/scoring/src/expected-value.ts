import { assertPositive, assertWithin } from './checks';
import { InvalidInputError } from './errors';
import { roundToCents } from './money';
import type { AllocationSpread, ExpectedValueRules, Ruleset } from './ruleset';
import { DEFAULT_RULESET } from './rulesets';

/** (p10, p90) of a lognormal, both above 0; equal for a known figure. */
export type LognormalRange = readonly [p10: number, p90: number];

/** How a published list shares tokens out, over its wallets; all above 0, in one unit. */
export interface PublishedAllocations {
  readonly median: number;
  readonly mean: number;
  readonly q10: number;
  readonly q90: number;
}

/** What is known of a drop's payout; null where nothing is. */
export interface ExpectedValueInput {
  /** Fully diluted value at launch, USD. */
  readonly fdvUsd: LognormalRange | null;
  /** Share of the total supply in this drop, at most 1. */
  readonly supplyShare: LognormalRange | null;
  readonly eligibleWallets: LognormalRange | null;
  /** The kind of allocation, or the list itself once it is published. Null: the ruleset's default kind. */
  readonly allocation: AllocationSpread | PublishedAllocations | null;
  /** What is left of the payout, above 0, at most 1. Null: all of it. */
  readonly haircut: number | null;
  /** That the drop happens and pays, 0..1. A published list has happened: then it is not looked at. */
  readonly probability: number | null;
}

/** The input with what the ruleset takes where nobody said. */
export interface ExpectedValueBasis extends ExpectedValueInput {
  readonly allocation: AllocationSpread | PublishedAllocations;
  readonly haircut: number;
}

export interface ExpectedValue {
  /** USD, rounded to cents; p10 <= p50 <= p90, or all three null. */
  readonly p50: number | null;
  readonly p10: number | null;
  readonly p90: number | null;
  /** Which inputs were given; the value is null unless the first three and the probability are. */
  readonly known: Readonly<Record<keyof ExpectedValueInput, boolean>>;
  /** The inputs that were reckoned with: those given, and the ruleset's own where it has one. */
  readonly used: ExpectedValueBasis;
  /** The payout's lognormal before the probability; null with the value. */
  readonly lognormal: { readonly mean: number; readonly spread: number } | null;
}

/**
 * What a typical eligible wallet can expect, in US dollars.
 *
 * The spread of the probability-weighted payout, not the quantiles of a payout
 * that is nothing with the remaining probability: under those every drop less
 * likely than not would be worth 0 at the median (scoring rules §2).
 *
 * @throws {InvalidInputError} for a range that is not 0 < p10 <= p90 or not finite, a
 *   share or haircut above 1, a probability outside 0..1, or a payout beyond any number.
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
    if (!Number.isFinite(usd)) throw new InvalidInputError('expected value', 'is beyond any number');
    return roundToCents(usd);
  };
  return { p50: quantile(0), p10: quantile(-rules.z90), p90: quantile(rules.z90), known, used, lognormal: payout };
}

/** Where a list is published the drop has happened; its probability is not asked any more. */
function withDefaults(input: ExpectedValueInput, rules: ExpectedValueRules): ExpectedValueBasis {
  const allocation = input.allocation ?? rules.allocationDefault;
  return {
    ...input,
    allocation,
    haircut: input.haircut ?? rules.haircutDefault,
    probability: typeof allocation === 'string' ? input.probability : 1,
  };
}

/** The payout, if it comes; null when one of its three figures is unknown. */
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

/** The logarithm of a lognormal figure. */
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

/** The logarithm of single allocations, in terms of their mean. */
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
