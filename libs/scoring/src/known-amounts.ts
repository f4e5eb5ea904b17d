import type { PublishedAllocations } from './allocation';
import { assertPositive, InvalidInputError } from './checks';
import type { PayoutShare } from './lognormal';

/** Names of known amounts per wallet, in ascending order of the amounts. */
export const KNOWN_AMOUNT_NAMES = ['min', 'p10', 'p50', 'p90', 'max'] as const;
export type KnownAmountName = (typeof KNOWN_AMOUNT_NAMES)[number];

/** Known amounts per eligible wallet, whole tokens: the least, quantiles over the wallets, the greatest. Null while unknown. */
export type KnownAmounts = Readonly<Record<KnownAmountName, number | null>>;

/** Place of each published quantile among the names. */
const PLACE: Readonly<Record<PayoutShare, number>> = { 0.1: 1, 0.5: 2, 0.9: 3 };

/** @throws {InvalidInputError} unless the known amounts are above 0 and none is below the one before it. */
export function assertAmounts(amounts: KnownAmounts): void {
  let least = 0;
  for (const name of KNOWN_AMOUNT_NAMES) {
    const amount = amounts[name];
    if (amount === null) continue;
    assertPositive(`tokensPerWallet.${name}`, amount);
    if (amount < least) throw new InvalidInputError('tokensPerWallet', `has ${name} ${amount} below ${least}`);
    least = amount;
  }
}

/** Distribution with the known quantiles, in whole tokens; null unless all three are known. */
export function knownQuantiles({ p10, p50, p90 }: KnownAmounts): PublishedAllocations | null {
  return p10 === null || p50 === null || p90 === null ? null : { q10: p10, median: p50, q90: p90, mean: 1 };
}

/** Least and greatest amount alone: they bound known quantiles, too. */
export const knownEnds = ({ min, max }: KnownAmounts): KnownAmounts => ({ min, p10: null, p50: null, p90: null, max });

/** Interval in which the known amounts leave a quantile: the nearest known amount on either side, or its own. */
export function boundsAt(amounts: KnownAmounts, share: PayoutShare): readonly [low: number, high: number] {
  const known = (names: readonly KnownAmountName[]) => names.flatMap((name) => amounts[name] ?? []);
  const below = known(KNOWN_AMOUNT_NAMES.slice(0, PLACE[share] + 1));
  const above = known(KNOWN_AMOUNT_NAMES.slice(PLACE[share]));
  return [below.at(-1) ?? 0, above[0] ?? Infinity];
}
