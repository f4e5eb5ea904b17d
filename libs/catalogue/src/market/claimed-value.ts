import { isCurrent, type ClaimedValue, type ObservedPrice } from './market';

const HOUR_MS = 3_600_000;

/** Observed price of a token in the log, with the instant at which it was recorded, milliseconds since the epoch. */
export interface LoggedPrice {
  readonly recordedAtMs: number;
  readonly price: Pick<ObservedPrice, 'value' | 'observed_at'>;
}

/** Claims of an hour. */
export interface PricedHour {
  /** Base units, an exact decimal string. */
  readonly amount: string;
  /** Price of one token in that hour, USD; null while unknown. */
  readonly priceUsd: number | null;
}

/**
 * Hours with the price of the token in each: the last one that the log had before the hour, unless it had expired; otherwise the first
 * one that it got within the hour, as tokens often begin to trade with their claims.
 *
 * @param hours - with their starts in milliseconds since the epoch, ascending; null for claims of unknown times, which have no price.
 * @param prices - all of the same token, ascending.
 */
export function priceHours<Hour extends { readonly hourMs: number | null }>(
  hours: readonly Hour[],
  prices: readonly LoggedPrice[],
): (Hour & Pick<PricedHour, 'priceUsd'>)[] {
  let after = 0;
  const priceOf = (hourMs: number | null): number | null => {
    if (hourMs === null) return null;
    while ((prices[after]?.recordedAtMs ?? Infinity) < hourMs) after += 1;
    const [before, within] = [prices[after - 1]?.price, prices[after]];
    if (before !== undefined && isCurrent(before, hourMs)) return before.value;
    if (within === undefined || within.recordedAtMs >= hourMs + HOUR_MS) return null;
    return isCurrent(within.price, within.recordedAtMs) ? within.price.value : null;
  };
  return hours.map((hour) => ({ ...hour, priceUsd: priceOf(hour.hourMs) }));
}

/**
 * Value of claimed tokens at the prices of their hours. Hours without a price only lower the priced share: while it is below 0.9, which is
 * also the least confidence of a price, value and mean are null. A value lacks a tenth of the tokens at most.
 *
 * @param decimals - of the token; null while unknown, without which there is a mean but no value.
 * @returns null without a claimed token.
 */
export function claimedValueOf(
  hours: readonly PricedHour[],
  decimals: number | null,
): Omit<ClaimedValue, 'token'> | null {
  let [claimed, priced, usd] = [0n, 0n, 0];
  for (const { amount, priceUsd } of hours) {
    claimed += BigInt(amount);
    if (priceUsd === null) continue;
    priced += BigInt(amount);
    usd += Number(amount) * priceUsd;
  }
  if (claimed === 0n) return null;
  const isKnown = priced * 10n >= claimed * 9n;
  return {
    // Rounded down: 1 means all tokens.
    priced_share: Number((priced * 10_000n) / claimed) / 10_000,
    usd: isKnown && decimals !== null ? Math.round((usd / 10 ** decimals) * 100) / 100 : null,
    price_usd: isKnown ? Number((usd / Number(priced)).toPrecision(4)) : null,
  };
}
