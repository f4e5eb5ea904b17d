import type { FakeHandler, FakeRequest, Reply } from '@droptrack/sources/testing';

/** State of the fake CoinGecko. */
export interface CoingeckoFixture {
  /** Ids of trending coins, best first. */
  trending: string[];
  /** Required key; null for none. */
  apiKey: string | null;
}

/** Fake `https://api.coingecko.com/api/v3`. */
export function fakeCoingecko(fixture: CoingeckoFixture): FakeHandler {
  return ({ headers, url }: FakeRequest): Reply | null => {
    if (url.pathname !== '/search/trending') return null;
    if (fixture.apiKey !== null && headers['x-cg-demo-api-key'] !== fixture.apiKey) {
      return { status: 401, body: { status: { error_code: 10_002, error_message: 'API Key Missing' } } };
    }
    const coins = fixture.trending.map((id, score) => ({
      item: {
        id,
        coin_id: 10_000 + score,
        name: id,
        symbol: id.slice(0, 4).toUpperCase(),
        market_cap_rank: 100 + score,
        slug: id,
        price_btc: 0.000_012,
        score,
      },
    }));
    return { body: { coins, nfts: [], categories: [] } };
  };
}
