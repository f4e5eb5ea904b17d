import { type Allocation, allocationOf, isKnownAllocation, isPublished } from './allocation';
import { boundsAt, type KnownAmounts, knownEnds } from './known-amounts';
import { type LognormalRange, type Normal, normalOf, type PayoutShare, zOf } from './lognormal';
import { quantileWithNoise } from './quantile-function';
import type { ExpectedValueRules } from './ruleset';

/** Inputs of the payout; null while unknown. */
interface PayoutInput {
  readonly fdvUsd: LognormalRange | null;
  readonly supplyShare: LognormalRange | null;
  /** Value of all tokens of the drop, USD; null if it is the product of the two above. */
  readonly tokensUsd: LognormalRange | null;
  readonly eligibleWallets: LognormalRange | null;
  readonly allocation: Allocation;
  readonly haircut: number;
  /** Price of one token, USD. */
  readonly priceUsd: LognormalRange | null;
  readonly tokensPerWallet: KnownAmounts | null;
}

/** Distribution of the payout of a typical wallet in USD, if the drop happens. */
export interface Payout {
  /** Natural logarithm of the payout at a share of the outcomes. */
  readonly logarithm: (share: PayoutShare) => number;
  /** Null if the payout is not lognormal. */
  readonly lognormal: Normal | null;
}

/**
 * Distribution of the payout; null while the value of the tokens or the number of wallets is unknown. Known quantiles of the
 * tokens per wallet need the price only.
 *
 * @throws {InvalidInputError} for an input outside its range.
 */
export function payoutOf(input: PayoutInput, rules: ExpectedValueRules): Payout | null {
  const payout = unboundedPayout(input, rules);
  const { tokensPerWallet, allocation, haircut } = input;
  const price = tokensPerWallet === null ? null : normalOf('priceUsd', input.priceUsd, rules);
  if (payout === null || tokensPerWallet === null || price === null) return payout;
  const hasQuantiles = isPublished(allocation) || isKnownAllocation(allocation);
  const amounts = hasQuantiles ? knownEnds(tokensPerWallet) : tokensPerWallet;
  const z = zOf(rules);
  const logarithm = (at: PayoutShare): number => {
    // A wallet has at least the least amount at any price, so no quantile is below the same quantile of its value.
    const unit = price.mean + z[at] * price.spread + Math.log(haircut);
    const [low, high] = boundsAt(amounts, at).map((bound) => Math.log(bound) + unit) as [number, number];
    return Math.min(Math.max(payout.logarithm(at), low), high);
  };
  return { logarithm, lognormal: null };
}

/** Mean and variance of the logarithm of the mean payout before the haircut; null while it is unknown. */
function meanPayoutOf(input: PayoutInput, rules: ExpectedValueRules) {
  if (isKnownAllocation(input.allocation)) {
    const price = normalOf('priceUsd', input.priceUsd, rules);
    return price && { mean: price.mean, variance: price.spread ** 2 };
  }
  const tokens = tokensOf(input, rules);
  const wallets = normalOf('eligibleWallets', input.eligibleWallets, rules);
  if (tokens === null || wallets === null) return null;
  return { mean: tokens.mean - wallets.mean, variance: tokens.variance + wallets.spread ** 2 };
}

/** Distribution of the payout by its mean and the distribution of allocations. */
function unboundedPayout(input: PayoutInput, rules: ExpectedValueRules): Payout | null {
  const ofMean = meanPayoutOf(input, rules);
  if (ofMean === null) return null;
  const { variance } = ofMean;
  const mean = ofMean.mean + Math.log(input.haircut);
  const allocation = allocationOf(input.allocation, rules);
  if (allocation.quantiles !== undefined) {
    const { quantiles } = allocation;
    const noise = Math.sqrt(variance);
    return { logarithm: (at) => mean + quantileWithNoise(quantiles, noise, at), lognormal: null };
  }
  const lognormal = { mean: mean + allocation.mean, spread: Math.sqrt(variance + allocation.spread ** 2) };
  const z = zOf(rules);
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
