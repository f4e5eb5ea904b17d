import type { FakeHandler, FakeRequest, Reply } from '../testing/fake-server';

/** What CoinGecko says: ids of trending coins, best first, to who has the key; to everybody where that is null. */
export interface CoingeckoFixture {
  trending: string[];
  apiKey: string | null;
}

/** Answers as `https://api.coingecko.com/api/v3` does. */
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
