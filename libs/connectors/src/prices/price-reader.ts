import { type PriceReader, SourceError, type TokenPriced } from '@droptrack/sources';
import { fetchPrices, type PriceSettings } from './coins';
import { readPriceTimes, storedPriceTimes } from './price-age';

/** Most tokens of one request: their names have to fit into a URL. */
const TOKENS_PER_REQUEST = 50;

/** Reader of the prices of tokens. The interval is that of one token; its state has the times of its earlier prices. */
export const priceReader = (settings: PriceSettings): PriceReader => ({
  id: 'prices',
  limits: {
    intervalMs: 60 * 60_000,
    timeoutMs: 15_000,
    concurrency: TOKENS_PER_REQUEST,
    requestsPerMinute: 60,
    requestBurst: TOKENS_PER_REQUEST,
  },
  tokensMax: TOKENS_PER_REQUEST,
  async read({ tokens, http, nowMs }) {
    const times = new Map([...tokens].map(([token, memory]) => [token, readPriceTimes(memory)]));
    const answers = await fetchPrices(settings, http, times, nowMs);
    return new Map<string, TokenPriced | SourceError>(
      [...answers].map(([token, answer]) => {
        if (answer instanceof SourceError) return [token, answer];
        const { price, reason } = answer;
        return [token, { price, reason, memory: answer.times && storedPriceTimes(answer.times) }];
      }),
    );
  },
});
