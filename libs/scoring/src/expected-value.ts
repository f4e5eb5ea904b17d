import { type Allocation, isKnownAllocation, isPublished, type PublishedAllocations } from './allocation';
import { assertPositive, assertWithin, InvalidInputError } from './checks';
import { assertAmounts, type KnownAmounts, knownQuantiles } from './known-amounts';
import type { LognormalRange, Normal, PayoutShare } from './lognormal';
import { roundToCents } from './money';
import { payoutOf } from './payout';
import type { AllocationSpread, ExpectedValueRules, Ruleset } from './ruleset';
import { DEFAULT_RULESET } from './rulesets';

/** Inputs of the expected value; null while unknown. */
export interface ExpectedValueInput {
  /** Fully diluted value at launch, USD. */
  readonly fdvUsd: LognormalRange | null;
  /** Share of the total supply in this drop, at most 1. */
  readonly supplyShare: LognormalRange | null;
  /** Value of all tokens of this drop, USD: stands in for fdvUsd * supplyShare while one of the two is unknown. */
  readonly tokensUsd?: LognormalRange | null;
  readonly eligibleWallets: LognormalRange | null;
  /** Kind of allocation, or the amounts of the published list. Null: the default of the ruleset. */
  readonly allocation: AllocationSpread | PublishedAllocations | null;
  /** Factor on the payout for vesting, slippage and the like, above 0, at most 1. Null: the default of the ruleset. */
  readonly haircut: number | null;
  /** Probability that the drop happens and pays, 0 to 1. Ignored once a list is published. */
  readonly probability: number | null;
  /** Price of one token, USD, for `tokensPerWallet`. */
  readonly priceUsd?: LognormalRange | null;
  /**
   * Known amounts per eligible wallet. With all three quantiles they replace the distribution of allocations, except that of a
   * published list; otherwise they bound the estimated quantiles. Unused while the price is unknown.
   */
  readonly tokensPerWallet?: KnownAmounts | null;
}

type Optional = 'tokensUsd' | 'priceUsd' | 'tokensPerWallet';

/** Inputs with the defaults of the ruleset. */
interface ExpectedValueBasis extends Omit<ExpectedValueInput, 'allocation' | 'haircut' | Optional> {
  /** Null unless it is used; the two inputs that it stands in for are then null. */
  readonly tokensUsd: LognormalRange | null;
  readonly allocation: Allocation;
  readonly haircut: number;
  readonly priceUsd: LognormalRange | null;
  /** Null unless they are used. */
  readonly tokensPerWallet: KnownAmounts | null;
}

/** Expected value, with the inputs that it is computed from. */
export interface ExpectedValue {
  /** USD, rounded to cents; p10 <= p50 <= p90, or all three null. */
  readonly p50: number | null;
  readonly p10: number | null;
  readonly p90: number | null;
  /**
   * True for given inputs. The value is null unless the probability is known, and either tokens and wallets or the price and the
   * quantiles of the tokens per wallet.
   */
  readonly known: Readonly<Record<keyof ExpectedValueInput, boolean>>;
  /** Inputs of the computation: the given ones, and the defaults of the ruleset. */
  readonly used: ExpectedValueBasis;
  /** True if the distribution over the wallets is known: the quantiles of a whole published list, or stated ones. */
  readonly isSpreadKnown: boolean;
  /**
   * Lognormal distribution of the payout before the probability. Null with the value, and if the allocations are quantiles or
   * are bounded by known amounts, with which the payout is not lognormal.
   */
  readonly lognormal: Normal | null;
}

/**
 * Expected value of a drop for a typical eligible wallet, in US dollars.
 *
 * The percentiles are those of the payout times the probability. The percentiles of a payout that is 0 with the remaining
 * probability would make the median of every drop with a probability below one half 0.
 *
 * @throws {InvalidInputError} for a range that is not 0 < p10 <= p90 or not finite, a share or haircut above 1, a
 *   probability outside 0 to 1, known amounts that are not above 0 or not in order, or a payout that exceeds the range of numbers.
 * @see docs/scoring.md, Expected value
 */
export function expectedValueUsd(input: ExpectedValueInput, ruleset: Ruleset = DEFAULT_RULESET): ExpectedValue {
  assertInputs(input);
  const rules = ruleset.expectedValue;
  const used = withDefaults(input, rules);
  const known = knownOf(input, used);
  const payout = payoutOf(used, rules);
  const isSpreadKnown = isDistributionKnown(used.allocation, rules);
  if (payout === null || used.probability === null)
    return { p50: null, p10: null, p90: null, known, used, isSpreadKnown, lognormal: null };

  const { probability } = used;
  const { logarithm, lognormal } = payout;
  const quantile = (share: PayoutShare): number => {
    const usd = probability * Math.exp(logarithm(share));
    if (!Number.isFinite(usd)) throw new InvalidInputError('expected value', 'exceeds the range of numbers');
    return roundToCents(usd);
  };
  return { p50: quantile(0.5), p10: quantile(0.1), p90: quantile(0.9), known, used, isSpreadKnown, lognormal };
}

/** A published list implies that the drop has happened, so its probability is 1. */
function withDefaults(input: ExpectedValueInput, rules: ExpectedValueRules): ExpectedValueBasis {
  const { fdvUsd, supplyShare, tokensUsd = null, priceUsd = null } = input;
  const tokensPerWallet = priceUsd === null ? null : (input.tokensPerWallet ?? null);
  const allocation = distributionOf(input.allocation, tokensPerWallet) ?? rules.allocationDefault;
  const tokens =
    tokensUsd === null || (fdvUsd !== null && supplyShare !== null)
      ? { tokensUsd: null }
      : { fdvUsd: null, supplyShare: null, tokensUsd };
  return {
    ...input,
    ...tokens,
    priceUsd,
    tokensPerWallet,
    allocation,
    haircut: input.haircut ?? rules.haircutDefault,
    probability: isPublished(allocation) ? 1 : input.probability,
  };
}

/** Known distribution over the wallets, else the given kind: a list is more exact than stated quantiles. */
function distributionOf(allocation: ExpectedValueInput['allocation'], amounts: KnownAmounts | null): Allocation | null {
  if (amounts === null || (allocation !== null && isPublished(allocation))) return allocation;
  const tokens = knownQuantiles(amounts);
  return tokens === null ? allocation : { tokens };
}

/** A lognormal model of a list has not its quantiles, and a part of a list not those of the whole. */
const isDistributionKnown = (allocation: Allocation, { listModel }: ExpectedValueRules): boolean =>
  isKnownAllocation(allocation) || (isPublished(allocation) && listModel === 'quantiles' && allocation.part !== true);

function assertInputs({ haircut, probability, tokensPerWallet = null }: ExpectedValueInput): void {
  if (tokensPerWallet !== null) assertAmounts(tokensPerWallet);
  if (haircut !== null) assertPositive('haircut', haircut, 1);
  if (probability !== null) assertWithin('probability', probability, 0, 1);
}

function knownOf(input: ExpectedValueInput, { probability }: ExpectedValueBasis): ExpectedValue['known'] {
  return {
    fdvUsd: input.fdvUsd !== null,
    supplyShare: input.supplyShare !== null,
    tokensUsd: (input.tokensUsd ?? null) !== null,
    eligibleWallets: input.eligibleWallets !== null,
    allocation: input.allocation !== null,
    haircut: input.haircut !== null,
    probability: probability !== null,
    priceUsd: (input.priceUsd ?? null) !== null,
    tokensPerWallet: (input.tokensPerWallet ?? null) !== null,
  };
}
