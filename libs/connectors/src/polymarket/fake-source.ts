import type { FakeHandler, FakeRequest, Reply } from '@droptrack/sources/testing';

/** Market with its prices by outcome, 0 to 1, and its volume. */
export interface FakeMarket {
  prices: Record<string, number>;
  volumeUsd: number;
  closed?: boolean;
}

/** State of the fake Polymarket: markets by slug. */
export interface PolymarketFixture {
  markets: Map<string, FakeMarket>;
}

/** Fake `https://gamma-api.polymarket.com`. */
export function fakePolymarket(fixture: PolymarketFixture): FakeHandler {
  return ({ url }: FakeRequest): Reply | null => {
    const slug = /^\/markets\/slug\/([^/]+)$/.exec(url.pathname)?.[1];
    if (slug === undefined) return null;
    const market = fixture.markets.get(slug);
    return market === undefined ? { status: 404, body: {} } : { body: marketBody(slug, market) };
  };
}

function marketBody(slug: string, { prices, volumeUsd, closed = false }: FakeMarket): unknown {
  return {
    id: '512345',
    question: `Will ${slug} happen?`,
    conditionId: '0x00',
    slug,
    outcomes: JSON.stringify(Object.keys(prices)),
    outcomePrices: JSON.stringify(Object.values(prices).map(String)),
    volume: String(volumeUsd),
    volumeNum: volumeUsd,
    liquidity: '1234.5',
    active: true,
    closed,
    archived: false,
    acceptingOrders: !closed,
    ...(closed && { umaResolutionStatus: 'resolved' }),
  };
}
