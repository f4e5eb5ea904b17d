import { KNOWN_AMOUNT_NAMES, type KnownAmounts, type LognormalRange } from '@droptrack/scoring';
import type { ValueDefinition } from '../definition';

/** Known amounts per wallet, rounded to doubles; null without any. */
export function knownAmountsOf({ tokensPerWallet }: ValueDefinition): KnownAmounts | null {
  if (tokensPerWallet === undefined) return null;
  const { value } = tokensPerWallet;
  const amounts = KNOWN_AMOUNT_NAMES.map((name) => [name, value[name] === undefined ? null : Number(value[name])]);
  return Object.fromEntries(amounts) as KnownAmounts;
}

/**
 * Price of one token, with which known amounts are valued: of the declared fully diluted value where there is one, so that both
 * values of a drop rest on the same price.
 *
 * @returns null while it is unknown, and for a price of 0, which a lognormal distribution cannot have.
 */
export function tokenPriceOf({ fdvUsd, priceUsd }: ValueDefinition, totalSupply: number | null): LognormalRange | null {
  if (fdvUsd !== null && totalSupply !== null && totalSupply > 0) {
    const [p10, p90] = fdvUsd.value;
    return [p10 / totalSupply, p90 / totalSupply];
  }
  const price = priceUsd?.value ?? 0;
  return price > 0 ? [price, price] : null;
}
