import type { DropDefinition, Fact, Provenance } from '../definition';
import { isCurrent, type Observations, type Observed } from './market';

/**
 * Definition of a drop at an instant, with observations where it declares nothing. A declared fact always wins, also one
 * from which the observed one would follow:
 *
 * - the price, for the declared token only;
 * - the fully diluted value at launch, until a price is known;
 * - the probability, until tokens and wallets of the distribution are declared.
 *
 * Pure: the same definition, observations and instant result in the same definition, which is the given one if no
 * observation applies.
 *
 * @param atMs - milliseconds since the epoch; observations that have expired by then are unknown.
 */
export function withMarket(definition: DropDefinition, market: Observations | null, atMs: number): DropDefinition {
  if (market === null) return definition;
  const { value, token, distribution } = definition;
  const { price_usd, fdv_usd, probability } = market;
  const isPriceOf = price_usd !== null && price_usd.token === token.address?.value;
  const priceUsd = value.priceUsd ?? (isPriceOf ? factOf(price_usd, atMs) : null);
  const isPaid = distribution.tokens !== null && distribution.wallets !== null;
  const observed = {
    priceUsd,
    fdvUsd: value.fdvUsd ?? (priceUsd === null ? factOf(fdv_usd, atMs) : null),
    probability: value.probability ?? (isPaid ? null : factOf(probability, atMs)),
  };
  const isSame =
    observed.priceUsd === value.priceUsd &&
    observed.fdvUsd === value.fdvUsd &&
    observed.probability === value.probability;
  return isSame ? definition : { ...definition, value: { ...value, ...observed } };
}

function factOf<T>(observed: Observed<T> | null, atMs: number): Fact<T> | null {
  if (observed === null || !isCurrent(observed, atMs)) return null;
  return observedFact(observed);
}

/** Fact with the source of an observation. */
export function observedFact<T>(observed: Observed<T>, kind: Provenance['kind'] = 'dataset'): Fact<T> {
  const { value, url, observed_at: observedAt } = observed;
  return { value, source: { kind, url, at: observedAt.slice(0, 10), observedAt } };
}
