import { z } from 'zod';
import { SourceError, type SourceHttp, type TokenPrice } from '@droptrack/sources';
import { coinOf } from './coin-chains';
import { nextPriceTimes, priceAgeMsMax, type PriceTimes } from './price-age';

/** Maximum lead of the clock of the source. */
const AHEAD_MS_MAX = 5 * 60_000;
/** Bounds of a price, USD. Beyond them it is an error of units. */
const PRICE_MIN = 1e-18;
const PRICE_MAX = 1e9;
/** Public server of the source, whose URLs are published with the prices: the configured one can be internal. */
const PUBLIC_URL = 'https://coins.llama.fi';

/** URL without a trailing slash. */
export interface PriceSettings {
  readonly url: string;
}

/** Result for one token. */
export interface TokenAnswer {
  /** Null if the source has none that can be relied on. */
  readonly price: TokenPrice | null;
  /** Reason for which there is no price, such as `the price is 5 h old`; null with one. */
  readonly reason: string | null;
  /** For the next request; those of the last one without a new price. */
  readonly times: PriceTimes | null;
}

/** Results by token; an error for a token whose answer is invalid. */
export type TokenAnswers = ReadonlyMap<string, TokenAnswer | SourceError>;

const coins = z.object({ coins: z.record(z.string(), z.unknown()) });
const coin = z.object({ price: z.number(), timestamp: z.number(), confidence: z.number().optional() });

/**
 * Prices of tokens from DefiLlama, in one request. A token has no price there if its chain is unknown to this version, if
 * the source does not list it, or if the price is too old for its confidence ({@link priceAgeMsMax}).
 *
 * @param tokens - CAIP-19 ids, as many as fit into a URL, each with the times of its earlier prices.
 * @param nowMs - milliseconds since the epoch.
 * @returns a result for each token. Members of unknown tokens in the response are ignored.
 * @throws {SourceError} if the request failed, or the response is not a set of prices.
 */
export async function fetchPrices(
  { url }: PriceSettings,
  http: SourceHttp,
  tokens: ReadonlyMap<string, PriceTimes | null>,
  nowMs: number,
): Promise<TokenAnswers> {
  const names = new Map([...tokens.keys()].map((token) => [token, coinOf(token)]));
  const asked = [...new Set(names.values())].filter((name) => name !== null);
  const declared = asked.length === 0 ? new Map<string, unknown>() : await requestCoins(url, http, asked);
  return new Map(
    [...tokens].map(([token, times]) => {
      const name = names.get(token) ?? null;
      if (name === null) return [token, without('its chain is not known here', times)];
      if (!declared.has(name)) return [token, without('the source has no price of it', times)];
      return [token, answerOf(name, declared.get(name), times, nowMs)];
    }),
  );
}

async function requestCoins(
  url: string,
  http: SourceHttp,
  names: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const response = await http.json(`${url}/prices/current/${names.join(',')}`);
  const parsed = coins.safeParse(response.kind === 'response' ? response.body : null);
  if (parsed.success) return new Map(Object.entries(parsed.data.coins));
  throw new SourceError('wrong_shape', 'DefiLlama: not a set of prices at "coins"', null, { cause: parsed.error });
}

function answerOf(
  name: string,
  declared: unknown,
  before: PriceTimes | null,
  nowMs: number,
): TokenAnswer | SourceError {
  const parsed = coin.safeParse(declared);
  if (!parsed.success) {
    const path = ['coins', name, ...(parsed.error.issues[0]?.path ?? [])].join('.');
    return new SourceError('wrong_shape', `DefiLlama: not a price at "${path}"`, null, { cause: parsed.error });
  }
  const { price, timestamp, confidence = 0 } = parsed.data;
  const atMs = timestamp * 1_000;
  if (price < 0 || price > PRICE_MAX) {
    return new SourceError('wrong_shape', `DefiLlama: a price out of range at "coins.${name}.price"`);
  }
  if (atMs - nowMs > AHEAD_MS_MAX) return without('the time of the price is in the future', before);
  const times = nextPriceTimes(before, Math.max(0, Math.round(Math.min(atMs, nowMs))));
  if (price < PRICE_MIN) return without('the price is 0', times);
  const ageMsMax = priceAgeMsMax(confidence, before);
  if (ageMsMax === null) return without(`the confidence in the price is only ${confidence}`, times);
  if (nowMs - atMs > ageMsMax) {
    return without(`the price is ${hours(nowMs - atMs)} old, more than ${hours(ageMsMax)}`, times);
  }
  const url = `${PUBLIC_URL}/prices/current/${name}`;
  return { price: { usd: price, observedAtMs: Math.min(atMs, nowMs), url }, reason: null, times };
}

const without = (reason: string, times: PriceTimes | null): TokenAnswer => ({ price: null, reason, times });

const hours = (ms: number): string => `${Math.round(ms / 360_000) / 10} h`;
