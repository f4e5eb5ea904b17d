import type { FakeHandler, FakeRequest, Reply } from '@droptrack/sources/testing';

/** Protocol as listed; without a token by default. */
export interface FakeProtocol {
  name: string;
  tvlUsd: number | null;
  symbol?: string | null;
  geckoId?: string | null;
  category?: string;
  chains?: string[];
  url?: string;
  parent?: string;
  /** Slug of the page of the parent. */
  parentSlug?: string;
  deadFrom?: string;
}

/** Parent as listed; without a token by default. */
export interface FakeParent {
  symbol?: string | null;
  geckoId?: string | null;
}

/** State of the fake DefiLlama: protocols by slug. */
export interface DefillamaProtocolsFixture {
  protocols: Map<string, FakeProtocol>;
  /** By id, without `parent#`. */
  parents?: Map<string, FakeParent>;
}

/** Fake `https://api.llama.fi`, with its protocols and their parents. */
export function fakeDefillamaProtocols({ protocols, parents = new Map() }: DefillamaProtocolsFixture): FakeHandler {
  return ({ url, headers }: FakeRequest): Reply | null => {
    if (url.pathname === '/lite/protocols2') return { body: parentsBody(parents) };
    if (url.pathname !== '/protocols') return null;
    const body = [...protocols].map(([slug, each], index) => protocolBody(String(index), slug, each));
    const etag = `W/"${JSON.stringify(body).length}"`;
    return headers['if-none-match'] === etag
      ? { status: 304, headers: { etag }, body: '' }
      : { headers: { etag }, body };
  };
}

function parentsBody(parents: ReadonlyMap<string, FakeParent>): unknown {
  const parentProtocols = [...parents].map(([id, { symbol = null, geckoId = null }]) => ({
    id: `parent#${id}`,
    name: id,
    url: `https://${id}.example/`,
    chains: ['Ethereum'],
    twitter: id,
    symbol,
    gecko_id: geckoId,
    cmcId: null,
  }));
  return { protocols: [], chains: [], protocolCategories: [], parentProtocols };
}

function protocolBody(id: string, slug: string, protocol: FakeProtocol): unknown {
  const { name, tvlUsd, symbol = '-', geckoId = null, category = 'Lending', chains = ['Ethereum'] } = protocol;
  return {
    id,
    name,
    address: null,
    symbol,
    url: protocol.url ?? `https://${slug.replace(/[^a-z0-9-]/g, '')}.example`,
    description: 'Borrow and lend.',
    chain: chains.length === 1 ? chains[0] : 'Multi-Chain',
    logo: null,
    audits: '2',
    gecko_id: geckoId,
    cmcId: null,
    category,
    chains,
    module: `${slug}/index.js`,
    twitter: slug,
    forkedFrom: [],
    listedAt: 1_648_776_877,
    slug,
    tvl: tvlUsd,
    chainTvls: Object.fromEntries(chains.map((chain) => [chain, (tvlUsd ?? 0) / chains.length])),
    change_1d: 0.1,
    ...(protocol.parent !== undefined && { parentProtocol: `parent#${protocol.parent}` }),
    ...(protocol.parentSlug !== undefined && { parentProtocolSlug: protocol.parentSlug }),
    ...(protocol.deadFrom !== undefined && { deadFrom: protocol.deadFrom }),
  };
}

/** Airdrop as configured. */
export interface FakeAirdrop {
  name?: string;
  page?: string;
  token?: string;
  tokenSymbol?: string;
  chains?: string[];
  explorer?: string;
  startTime?: string | number;
  endTime?: number;
  isActive?: boolean;
}

/** Fake `https://airdrops.llama.fi/config`: airdrops by key. */
export function fakeDefillamaAirdrops(airdrops: ReadonlyMap<string, FakeAirdrop>): FakeHandler {
  return ({ url }: FakeRequest): Reply | null =>
    url.pathname === '/config' ? { body: Object.fromEntries(airdrops) } : null;
}
