import type { MarketBody, Observed } from './market';

/** CAIP-19 id of the token of these tests. */
export const TOKEN = 'eip155:59144/erc20:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04';
/** Instant of the observations of these tests. */
export const OBSERVED_AT = '2026-08-22T10:00:00.000Z';

/** Observation with a page of its source. */
export const observed = <T>(value: T, observedAt = OBSERVED_AT): Observed<T> => ({
  value,
  url: 'https://coins.example/token',
  observed_at: observedAt,
});

/** Observations of a drop in the log, none unless given. */
export const marketBody = (over: Partial<MarketBody> = {}): MarketBody => ({
  drop: 'linea',
  price_usd: null,
  fdv_usd: null,
  probability: null,
  ...over,
});
