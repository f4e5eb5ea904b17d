import type { DropDefinition } from '../definition';

/** Time after the end of the last claim window for which the price of a token is still needed. */
const PRICED_AFTER_CLAIM_MS = 30 * 86_400_000;

/** Token of a drop whose price has to be observed, as CAIP-19; null if it is unknown, or if its price is declared. */
export function pricedToken({ token, value }: DropDefinition): string | null {
  return value.priceUsd === null ? (token.address?.value ?? null) : null;
}

/**
 * True while the price of the token matters: while a list is active, and until 30 days after the last claim window of a
 * drop without one. The price of today is no outcome of a distribution of years ago.
 *
 * @param atMs - milliseconds since the epoch.
 */
export function isPriceNeeded({ events }: DropDefinition, hasList: boolean, atMs: number): boolean {
  const claims = events.filter(({ type, status }) => type === 'claim' && status !== 'cancelled');
  if (hasList || claims.length === 0) return true;
  return claims.some(({ endsAt }) => endsAt === null || atMs < Date.parse(endsAt) + PRICED_AFTER_CLAIM_MS);
}
