import {
  type CalendarEvent,
  type Drop,
  type DropClaims,
  type DropExplanation,
  type ExplainedInput,
  type FactSource,
  HYPE_SIGNALS,
  type HypePoint,
  type HypeSeries,
  type Page,
} from '@droptrack/contracts';

const DOCS: FactSource = {
  kind: 'official',
  url: 'https://linea.example/docs',
  observed_at: '2026-08-01T00:00:00.000Z',
};
const STATED: ExplainedInput = { basis: 'stated', source: DOCS, from: [] };
const UNKNOWN: ExplainedInput = { basis: 'unknown', source: null, from: [] };

/** Complete body of a drop. */
export const exampleDrop = (overrides: Partial<Drop> = {}): Drop => ({
  id: 'linea',
  name: 'Linea',
  chain: 'linea',
  chain_id: 59144,
  symbol: 'LINEA',
  token: 'eip155:59144/erc20:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04',
  status: 'upcoming',
  hype_score: 65,
  hype_delta_7d: 12,
  hype_confidence: 0.86,
  rating: { reward: 47, legit: 82, difficulty: 35 },
  ev_usd: { p50: 87.04, p10: 7.1, p90: 1066.67, basis: 'forecast' },
  snapshot: { block: 21_450_000, date: '2026-07-10T00:00:00.000Z' },
  launch_at: '2026-09-10T00:00:00.000Z',
  claim: { opens_at: '2026-09-10T13:00:00.000Z', closes_at: '2026-12-09T00:00:00.000Z', state: 'not_open' },
  tokens: '9361298700',
  wallets: 749662,
  cost_usd: 12.5,
  distribution: {
    method: 'merkle',
    checker: { url: 'https://linea.example/airdrop', kind: 'page', list: 'per_wallet' },
  },
  updated_at: '2026-08-22T09:58:41.123Z',
  ...overrides,
});

/** Body of a drop without any known value. */
export const unknownDrop = (): Drop =>
  exampleDrop({
    hype_score: null,
    hype_delta_7d: null,
    hype_confidence: 0,
    rating: { reward: null, legit: null, difficulty: null },
    ev_usd: { p50: null, p10: null, p90: null, basis: null },
    snapshot: { block: null, date: null },
    chain_id: null,
    symbol: null,
    token: null,
    launch_at: null,
    claim: { opens_at: null, closes_at: null, state: 'unknown' },
    tokens: null,
    wallets: null,
    cost_usd: null,
    distribution: { method: null, checker: null },
  });

/** Complete body of an explanation. */
export const exampleExplanation = (overrides: Partial<DropExplanation> = {}): DropExplanation => ({
  drop: 'linea',
  name: 'Linea',
  sample: false,
  origin: 'catalogue',
  ruleset: '2026.3',
  status: { value: 'upcoming', pinned: false, source: null },
  wallets: ['evm'],
  hype: { score: 65, confidence: 0.86, momentum: 51, delta_7d: 12, ruleset: '2026.3' },
  ev_usd: {
    basis: 'forecast',
    p50: 87.04,
    p10: 7.1,
    p90: 1066.67,
    inputs: {
      fdv_usd: { p10: 5e8, p90: 4e9, ...STATED },
      supply_share: { p10: 0.05, p90: 0.12, ...STATED },
      eligible_wallets: { p10: 100_000, p90: 600_000, ...STATED },
      allocation: { value: 'points', ...STATED },
      haircut: { value: 1, basis: 'default', source: null, from: [] },
      probability: { value: 0.7, basis: 'derived', source: null, from: ['distribution.tokens'] },
      tokens_usd: { p10: null, p90: null, ...UNKNOWN },
    },
    lognormal: { mean: 4.823036322765087, spread: 1.9553913825200908 },
    list: null,
  },
  rating: {
    reward: { score: 47, ev_p50_usd: 87.04, cost_usd: 12.5, net_usd: 74.54 },
    legit: {
      score: 82,
      known_share: 0.85,
      total: 81.5,
      cap: 60,
      components: [
        {
          id: 'audits',
          points: 20,
          known: true,
          score: 0.9,
          stale: true,
          contribution: 18,
          url: 'https://linea.example/audits',
          checked_at: '2026-08-01T00:00:00.000Z',
          note: 'Three audit reports',
        },
        {
          id: 'backers',
          points: 15,
          known: false,
          score: null,
          stale: false,
          contribution: 7.5,
          url: null,
          checked_at: null,
          note: null,
        },
      ],
      caps: [{ id: 'unknown_team_no_audit', at_most: 60, url: null, at: null, note: null }],
    },
    difficulty: {
      score: 35,
      known_share: 0.95,
      inputs: [
        { id: 'minutes', share: 0.3, known: true, value: 90, contribution: 19.08440363662815, source: DOCS },
        { id: 'recurring', share: 0.1, known: true, value: true, contribution: 10, source: DOCS },
        { id: 'technical', share: 0.05, known: false, value: null, contribution: 2.5, source: null },
      ],
    },
  },
  cost_usd: {
    usd: 12.5,
    terms: [
      { id: 'gas', usd: 9, inputs: [{ id: 'gas_usd', value: 9, source: DOCS }] },
      { id: 'fees', usd: 3.5, inputs: [{ id: 'fees_usd', value: 3.5, source: DOCS }] },
      { id: 'subscriptions', usd: null, inputs: [{ id: 'subscriptions_usd', value: null, source: null }] },
    ],
  },
  lists: [],
  lists_gap: null,
  facts: [
    { path: 'token.symbol', value: 'LINEA', source: DOCS },
    { path: 'snapshot.block', value: 21_450_000, source: DOCS },
    { path: 'distribution.total_supply', value: '72009990000.25', source: DOCS },
  ],
  links: [{ name: 'site', url: 'https://linea.example' }],
  official_domains: [{ domain: 'linea.example', page: 'https://linea.example' }],
  notes: 'The share for users was announced with the token.',
  as_of: '2026-11-23T12:00:00.000Z',
  ...overrides,
});

/** A bucket with contributions of two signals, and with null for all others. */
export const examplePoint = (t: string, overrides: Partial<HypePoint> = {}): HypePoint => ({
  t,
  score: 65,
  confidence: 0.86,
  prior: 3.5,
  momentum: 51,
  signals: {
    farcaster_authors: {
      value: 250,
      weight: 0.18,
      freshness: 1,
      mean: 231.5,
      level: 0.7269,
      momentum: 0.9332,
      normalized: 0.7269,
      contribution: 13.0842,
      status: 'ok',
    },
    tvl_usd: {
      value: 1.2e8,
      weight: 0.15,
      freshness: 1,
      mean: null,
      level: 0.7699,
      momentum: 0.618,
      normalized: 0.7699,
      contribution: 11.5485,
      status: 'ok',
    },
  },
  ...overrides,
});

/** A bucket without a point. */
export const gap = (t: string): HypePoint =>
  examplePoint(t, { score: null, confidence: null, prior: null, momentum: null, signals: {} });

/** Series of three buckets, the first without a point. */
export const exampleSeries = (overrides: Partial<HypeSeries> = {}): HypeSeries => ({
  drop: 'linea',
  window: '7d',
  interval: '6h',
  from: '2026-11-22T18:00:00.000Z',
  to: '2026-11-23T12:00:00.000Z',
  ruleset: '2026.3',
  score: 65,
  delta_7d: 12,
  momentum: 51,
  confidence: 0.86,
  signals: HYPE_SIGNALS.map((id) => ({
    id,
    name: `Name of ${id}`,
    unit: 'units',
    weight: 0.1,
    half_life_hours: 24,
    source: 'a-source',
    status: id === 'governance_votes' ? 'not_applicable' : 'ok',
    observed_at: null,
  })),
  data: [
    gap('2026-11-23T00:00:00.000Z'),
    examplePoint('2026-11-23T06:00:00.000Z', { score: 61, prior: 2.25 }),
    examplePoint('2026-11-23T12:00:00.000Z'),
  ],
  as_of: '2026-11-23T12:00:00.000Z',
  ...overrides,
});

/** Event of the calendar: a claim window that is open in tests. */
export const exampleEvent = (overrides: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: 'cal_5d1f0c9ab3e84276f0a1',
  drop: 'linea',
  drop_name: 'Linea',
  chain: 'linea',
  type: 'claim',
  title: 'Claim window',
  starts_at: '2026-11-10T13:00:00.000Z',
  ends_at: '2026-12-09T00:00:00.000Z',
  precision: 'minute',
  status: 'occurred',
  block: null,
  phase: null,
  url: 'https://linea.example/claim',
  source: DOCS,
  sequence: 3,
  updated_at: '2026-11-22T08:58:41.123Z',
  ...overrides,
});

/** Calendar of a drop. */
export const calendarOf = (...data: CalendarEvent[]): Page<CalendarEvent> => ({
  data,
  has_more: false,
  next_cursor: null,
  as_of: '2026-11-23T12:00:00.000Z',
});

/** Claims of a drop without a followed distributor. */
export const exampleClaims = (overrides: Partial<DropClaims> = {}): DropClaims => ({
  drop: 'linea',
  interval: '1d',
  distributors: [],
  claims: 0,
  wallets: { claimed: 0, listed: null, share: null },
  tokens: { claimed: '0', listed: null, share: null, left_at_end: null, decimals: 18 },
  first_claim_at: null,
  last_claim_at: null,
  median_hours_to_claim: null,
  largest: [],
  data: [],
  has_more: false,
  next_cursor: null,
  as_of: '2026-11-23T12:00:00.000Z',
  ...overrides,
});
