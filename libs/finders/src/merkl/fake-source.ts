import type { FakeHandler, FakeRequest, Reply } from '@droptrack/sources/testing';

/** Token of an opportunity or of its rewards. */
export interface FakeToken {
  symbol: string;
  address: string;
  name?: string | null;
  chainId?: number;
  decimals?: number;
  type?: 'TOKEN' | 'POINT' | 'PRETGE';
  isTest?: boolean;
}

/** Opportunity as listed. */
export interface FakeOpportunity {
  name: string;
  action: string;
  status?: 'LIVE' | 'SOON' | 'PAST';
  chainId?: number;
  chain?: string;
  type?: string;
  identifier?: string;
  tokens?: FakeToken[];
  rewards?: FakeToken[];
  /** Seconds since the epoch; null if the source does not state it. */
  startSeconds?: number | null;
  /** Creation of its latest campaign, seconds since the epoch; that of its start by default. */
  createdSeconds?: number;
  hidden?: boolean;
}

/** State of the fake Merkl: opportunities by id, listed in this order. */
export interface MerklFixture {
  opportunities: Map<string, FakeOpportunity>;
}

/** Fake `https://api.merkl.xyz/v4/opportunities`. */
export function fakeMerkl({ opportunities }: MerklFixture): FakeHandler {
  return ({ url }: FakeRequest): Reply | null => {
    if (url.pathname !== '/v4/opportunities') return null;
    const asked = (name: string) => url.searchParams.get(name)?.split(',') ?? null;
    const [action, types, status] = [asked('action'), asked('tokenTypes'), asked('status')];
    const items = Math.min(100, Number(url.searchParams.get('items') ?? 20));
    const from = Number(url.searchParams.get('page') ?? 0) * items;
    const isSorted =
      url.searchParams.get('sort') === 'lastCampaignCreatedAt' && url.searchParams.get('order') === 'desc';
    const all = [...opportunities];
    if (isSorted) all.sort(([, a], [, b]) => createdOf(b) - createdOf(a));
    const listed = all.filter(
      ([, each]) =>
        (action?.includes(each.action) ?? true) &&
        (status?.includes(each.status ?? 'LIVE') ?? true) &&
        (types === null || (each.rewards ?? []).some(({ type = 'TOKEN' }) => types.includes(type))),
    );
    return { body: listed.slice(from, from + items).map(([id, each]) => opportunityBody(id, each)) };
  };
}

const START_SECONDS = 1_790_294_400;
const createdOf = ({ createdSeconds, startSeconds }: FakeOpportunity): number =>
  createdSeconds ?? startSeconds ?? START_SECONDS;

function opportunityBody(id: string, opportunity: FakeOpportunity): unknown {
  const {
    name,
    action,
    status = 'LIVE',
    chainId = 1,
    chain = 'Ethereum',
    type = 'ERC20',
    hidden = false,
  } = opportunity;
  const { identifier = '0x82D2CE1f71cbe391c05E21132811e5172d51A6EE', startSeconds = START_SECONDS } = opportunity;
  return {
    id,
    chainId,
    type,
    identifier,
    name,
    description: 'Earn rewards.',
    howToSteps: ['Hold the token'],
    status,
    action,
    hidden,
    tvl: 100_000,
    apr: 12.5,
    dailyRewards: 300,
    tags: [],
    liveCampaigns: 1,
    lastCampaignCreatedAt: createdOf(opportunity),
    ...(startSeconds !== null && {
      earliestCampaignStart: String(startSeconds),
      latestCampaignEnd: String(startSeconds + 604_800),
    }),
    chain: { id: chainId, name: chain, icon: '' },
    tokens: (opportunity.tokens ?? []).map((token) => tokenBody(token, chainId)),
    rewardsRecord: {
      total: 300,
      timestamp: String(startSeconds ?? 0),
      breakdowns: (opportunity.rewards ?? []).map((token) => ({
        campaignId: '1',
        value: 300,
        amount: '1000000000000000000',
        token: tokenBody(token, chainId),
      })),
    },
  };
}

function tokenBody(token: FakeToken, ofChain: number): unknown {
  const { symbol, address, name = symbol, chainId = ofChain, decimals = 18, type = 'TOKEN', isTest = false } = token;
  return {
    id: '1',
    name,
    chainId,
    address,
    decimals,
    symbol,
    displaySymbol: symbol,
    icon: '',
    verified: true,
    isNative: false,
    isTest,
    type,
    price: type === 'TOKEN' ? 1 : null,
  };
}
