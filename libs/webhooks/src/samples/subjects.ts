import type { CalendarEvent, Drop, WebhookEndpoint } from '@droptrack/contracts';

/** Drop of the sample events. */
export const SAMPLE_DROP: Drop = {
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
  snapshot: { block: 21450000, date: '2026-07-10T00:00:00.000Z' },
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
};

/** Claim window of {@link SAMPLE_DROP}. */
export const SAMPLE_CLAIM: CalendarEvent = {
  id: 'cal_5d1f0c9ab3e84276f0a1',
  drop: SAMPLE_DROP.id,
  drop_name: SAMPLE_DROP.name,
  chain: SAMPLE_DROP.chain,
  type: 'claim',
  title: 'Claim window',
  starts_at: '2026-09-10T13:00:00.000Z',
  ends_at: '2026-12-09T00:00:00.000Z',
  precision: 'minute',
  status: 'confirmed',
  block: null,
  phase: null,
  url: 'https://linea.example/claim',
  source: { kind: 'official', url: 'https://linea.example/docs', observed_at: '2026-08-21T00:00:00.000Z' },
  sequence: 3,
  updated_at: '2026-08-22T08:58:41.123Z',
};

/** Endpoint of the sample events about endpoints. */
export const SAMPLE_ENDPOINT: WebhookEndpoint = {
  id: 'wh_3kT9vPq2Lm',
  url: 'https://hooks.example/droptrack',
  events: ['drop.*', 'calendar.event_starting_soon'],
  description: 'Team alerts',
  filters: { drops: null, chains: ['linea', 'base'], min_hype: 50 },
  enabled: true,
};
