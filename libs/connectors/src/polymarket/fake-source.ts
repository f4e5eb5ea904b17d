import type { FakeHandler, FakeRequest, Reply } from '../testing/fake-server';

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
    if (url.pathname !== '/markets') return null;
    const wantsClosed = url.searchParams.get('closed') === 'true';
    const slug = url.searchParams.get('slug') ?? '';
    const market = fixture.markets.get(slug);
    const isListed = market !== undefined && (market.closed ?? false) === wantsClosed;
    return { body: isListed ? [marketBody(slug, market)] : [] };
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
