import type { FakeHandler, FakeRequest, Reply } from '@droptrack/sources/testing';

/** Value locked in a protocol or on a chain. */
export interface FakeLocked {
  tvlUsd: number;
  /** Listed in responses, but not part of the value locked. */
  borrowedUsd?: number;
  /** Now by default. */
  lastCountedAtMs?: number;
}

/** State of the fake DefiLlama: protocols by slug, chains by name in lower case. */
export interface DefillamaFixture {
  protocols: Map<string, FakeLocked>;
  chains: Map<string, FakeLocked>;
  nowMs: () => number;
}

const DAY_SECONDS = 86_400;

/** Fake `https://api.llama.fi`. */
export function fakeDefillama(fixture: DefillamaFixture): FakeHandler {
  return ({ headers, url }: FakeRequest): Reply | null => {
    const [, route = '', second = '', third = ''] = url.pathname.split('/').map(decodeURIComponent);
    if (route === 'protocol') {
      const locked = fixture.protocols.get(second.toLowerCase());
      if (locked === undefined) return { status: 400, body: 'Protocol not found' };
      return conditional(headers['if-none-match'], locked, fixture, protocolBody);
    }
    if (route === 'v2' && second === 'historicalChainTvl') {
      const locked = fixture.chains.get(third.toLowerCase());
      if (locked === undefined) return { status: 400, body: `There is no chain with that name: ${third}` };
      return conditional(headers['if-none-match'], locked, fixture, chainBody);
    }
    return null;
  };
}

type Body = (locked: FakeLocked, lastSeconds: number) => unknown;

/** The source updates once an hour; until then its response does not change. */
function conditional(known: string | undefined, locked: FakeLocked, { nowMs }: DefillamaFixture, body: Body): Reply {
  const hourSeconds = Math.floor(nowMs() / 3_600_000) * 3_600;
  const lastSeconds = locked.lastCountedAtMs === undefined ? hourSeconds : Math.floor(locked.lastCountedAtMs / 1_000);
  const etag = `W/"${lastSeconds}-${locked.tvlUsd}-${locked.borrowedUsd ?? 0}"`;
  const headers = { etag };
  return known === etag ? { status: 304, headers, body: '' } : { headers, body: body(locked, lastSeconds) };
}

function protocolBody({ tvlUsd, borrowedUsd = 0 }: FakeLocked, lastSeconds: number): unknown {
  const history = (usd: number) => [
    { date: lastSeconds - 2 * DAY_SECONDS, totalLiquidityUSD: usd * 0.8 },
    { date: lastSeconds - DAY_SECONDS, totalLiquidityUSD: usd * 0.9 },
    { date: lastSeconds, totalLiquidityUSD: usd },
  ];
  return {
    id: '1',
    name: 'Fake',
    category: 'Lending',
    chains: ['Ethereum'],
    currentChainTvls: { Ethereum: tvlUsd, 'Ethereum-borrowed': borrowedUsd, borrowed: borrowedUsd },
    chainTvls: {
      Ethereum: { tvl: history(tvlUsd), tokensInUsd: [], tokens: [] },
      borrowed: { tvl: history(borrowedUsd), tokensInUsd: [], tokens: [] },
    },
    tvl: history(tvlUsd),
    tokensInUsd: [],
    tokens: [],
    isParentProtocol: false,
  };
}

function chainBody({ tvlUsd }: FakeLocked, lastSeconds: number): unknown {
  return [
    { date: lastSeconds - DAY_SECONDS, tvl: tvlUsd * 0.9 },
    { date: lastSeconds, tvl: tvlUsd },
  ];
}
