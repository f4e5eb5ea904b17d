import { z } from 'zod';
import type { SourceHttp } from '../http/source-http';
import { SourceError, type SourceLimits } from '../port';
import type { SourcesConfig } from '../sources-config';
import { coinOf } from './coin-chains';

/** Most tokens of one request: their names have to fit into a URL. */
export const TOKENS_PER_REQUEST = 50;

/** Limits of requests to the price source. The interval is that of one token. */
export const PRICE_LIMITS: SourceLimits = {
  intervalMs: 60 * 60_000,
  pollTimeoutMs: 15_000,
  concurrency: TOKENS_PER_REQUEST,
  requestsPerMinute: 60,
  requestBurst: TOKENS_PER_REQUEST,
};

/** Least confidence of the source in a price; below it, a price can be that of a pool that is cheap to move. */
const CONFIDENCE_MIN = 0.9;
/** Maximum age of a price at the source. */
const AGE_MS_MAX = 60 * 60_000;
/** Maximum lead of the clock of the source. */
const AHEAD_MS_MAX = 5 * 60_000;
/** Bounds of a price, USD. Beyond them it is an error of units. */
const PRICE_MIN = 1e-18;
const PRICE_MAX = 1e9;
/** Public server of the source, whose URLs are published with the prices: the configured one can be internal. */
const PUBLIC_URL = 'https://coins.llama.fi';

/** Price of a token as the source states it. */
export interface TokenPrice {
  /** USD, above 0. */
  readonly usd: number;
  /** Instant of the price, milliseconds since the epoch; not after the response. */
  readonly observedAtMs: number;
  /** Public URL that states it, without the token's neighbours in the request. */
  readonly url: string;
}

/** Result for one token: its price, null if the source has none that can be relied on, or an invalid answer. */
export type TokenAnswer = TokenPrice | SourceError | null;

const coins = z.object({ coins: z.record(z.string(), z.unknown()) });
const coin = z.object({ price: z.number(), timestamp: z.number(), confidence: z.number().optional() });

/**
 * Prices of tokens from DefiLlama, in one request. A token has no price there if its chain is unknown to this version, if
 * the source does not list it, if the price is older than an hour, or if the confidence is below 0.9.
 *
 * @param tokens - CAIP-19 ids, at most {@link TOKENS_PER_REQUEST}.
 * @param nowMs - milliseconds since the epoch.
 * @returns a result for each token. Members of unknown tokens in the response are ignored.
 * @throws {SourceError} if the request failed, or the response is not a set of prices.
 */
export async function fetchPrices(
  { url }: SourcesConfig['prices'],
  http: SourceHttp,
  tokens: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, TokenAnswer>> {
  const names = new Map(tokens.map((token) => [token, coinOf(token)]));
  const asked = [...new Set(names.values())].filter((name) => name !== null);
  if (asked.length === 0) return new Map(tokens.map((token) => [token, null]));
  const response = await http.json(`${url}/prices/current/${asked.join(',')}`);
  const parsed = coins.safeParse(response.kind === 'response' ? response.body : null);
  if (!parsed.success) {
    throw new SourceError('wrong_shape', 'DefiLlama: not a set of prices at "coins"', null, { cause: parsed.error });
  }
  const stated = new Map(Object.entries(parsed.data.coins));
  return new Map(
    tokens.map((token) => {
      const name = names.get(token) ?? null;
      return [token, name === null || !stated.has(name) ? null : priceOf(name, stated.get(name), nowMs)];
    }),
  );
}

function priceOf(name: string, stated: unknown, nowMs: number): TokenAnswer {
  const parsed = coin.safeParse(stated);
  if (!parsed.success) {
    const path = ['coins', name, ...(parsed.error.issues[0]?.path ?? [])].join('.');
    return new SourceError('wrong_shape', `DefiLlama: not a price at "${path}"`, null, { cause: parsed.error });
  }
  const { price, timestamp, confidence = 0 } = parsed.data;
  const atMs = timestamp * 1_000;
  if (price < 0 || price > PRICE_MAX) {
    return new SourceError('wrong_shape', `DefiLlama: a price out of range at "coins.${name}.price"`);
  }
  const isOfNow = nowMs - atMs <= AGE_MS_MAX && atMs - nowMs <= AHEAD_MS_MAX;
  if (price < PRICE_MIN || confidence < CONFIDENCE_MIN || !isOfNow) return null;
  return { usd: price, observedAtMs: Math.min(atMs, nowMs), url: `${PUBLIC_URL}/prices/current/${name}` };
}
