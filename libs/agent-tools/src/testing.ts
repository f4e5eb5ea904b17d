import { readyAction } from '@droptrack/claim-calls/testing';
import type { CalendarEvent, Drop, DropExplanation, EligibilityResult } from '@droptrack/contracts';
import type { AgentData } from './agent-data';

/** Instant of all test data. */
export const AS_OF = '2026-08-22T10:00:00.000Z';

export const drop = (over: Partial<Drop> = {}): Drop => ({
  id: 'linea',
  name: 'Linea',
  chain: 'linea',
  chain_id: 59144,
  symbol: 'LINEA',
  token: 'eip155:59144/erc20:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04',
  status: 'live',
  hype_score: 65,
  hype_delta_7d: -12,
  hype_confidence: 0.857,
  rating: { reward: 47, legit: 82, difficulty: 35 },
  ev_usd: { p50: 87.04, p10: 7.1, p90: 1_066.67, basis: 'forecast' },
  snapshot: { block: 1, date: '2026-07-10T00:00:00.000Z' },
  launch_at: '2026-09-10T00:00:00.000Z',
  claim: { opens_at: '2026-09-10T13:00:00.000Z', closes_at: '2026-12-09T00:00:00.000Z', state: 'not_open' },
  tokens: '9361298700',
  wallets: 749662,
  cost_usd: 12.5,
  distribution: { method: 'merkle', checker: null },
  updated_at: AS_OF,
  ...over,
});

const input = { basis: 'unknown' as const, source: null, from: [], p10: null, p90: null, value: null };

export const explanation = (over: Partial<DropExplanation> = {}): DropExplanation =>
  ({
    drop: 'linea',
    name: 'Linea',
    wallets: ['evm'],
    ev_usd: {
      basis: 'forecast',
      p50: 87.04,
      inputs: { fdv_usd: input, supply_share: input, eligible_wallets: input, probability: input },
    },
    rating: {
      legit: {
        known_share: 0.85,
        caps: [{ id: 'unknown_team_no_audit', at_most: 30, url: null, at: null, note: null }],
      },
      difficulty: { known_share: 0.5 },
    },
    lists: [{ wallets: 749_662 }],
    links: [{ name: 'site', url: 'https://linea.build' }],
    official_domains: [{ domain: 'linea.build', page: 'https://linea.build' }],
    notes: 'The token launched in September. '.repeat(40),
    as_of: AS_OF,
    ...over,
  }) as unknown as DropExplanation;

export const calendarEvent = (over: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: 'cal_00000000000000000000',
  drop: 'linea',
  drop_name: 'Linea',
  chain: 'linea',
  type: 'claim',
  title: 'Claim window of the first season',
  starts_at: '2026-09-10T12:00:00.000Z',
  ends_at: '2026-12-09T12:00:00.000Z',
  precision: 'minute',
  status: 'confirmed',
  block: null,
  phase: null,
  url: 'https://linea.build/hub/claim',
  source: null,
  sequence: 0,
  updated_at: AS_OF,
  ...over,
});

export const eligible = (over: Partial<EligibilityResult> = {}): EligibilityResult => ({
  drop: 'linea',
  wallet: '0x0000000000000000000000000000000000000001',
  wallet_type: 'evm',
  status: 'eligible',
  eligible: true,
  allocation: {
    amount: '1250123456789000000000',
    decimals: 18,
    symbol: 'LINEA',
    token: null,
    value_usd: 31.25,
    breakdown: [],
    vesting: null,
  },
  claim: {
    status: 'open',
    opens_at: '2026-08-01T00:00:00.000Z',
    closes_at: '2026-12-09T12:00:00.000Z',
    claimed: null,
    claimed_amount: null,
    contract: 'eip155:59144:0x87bAa1694381aE3eCaE2660d97fe60404080Eb64',
    url: 'https://linea.build/hub/claim',
  },
  proof: null,
  entries: [],
  reasons: [{ code: 'in_allocation_list', message: 'The wallet is in the allocation list.' }],
  snapshot: { block: null, date: null },
  source: null,
  checked_at: AS_OF,
  as_of: AS_OF,
  ...over,
});

const page = <T>(data: T[]) => ({ data, has_more: false, next_cursor: null, as_of: AS_OF });
const unexpected = (): Promise<never> => Promise.reject(new Error('not expected'));

/** Data of one drop. */
export const agentData = (over: Partial<AgentData> = {}): AgentData => ({
  listDrops: ({ limit = 10 }) => Promise.resolve(page(Array.from({ length: limit }, () => drop()))),
  getDrop: () => Promise.resolve(drop()),
  explainDrop: () => Promise.resolve(explanation()),
  listCalendar: ({ limit = 10 }) => Promise.resolve(page(Array.from({ length: limit }, () => calendarEvent()))),
  checkEligibility: () => Promise.resolve(eligible()),
  getHype: unexpected,
  listWalletDrops: unexpected,
  prepareClaim: () => Promise.resolve(readyAction()),
  getKey: unexpected,
  getStatus: unexpected,
  ...over,
});
