import type { FakeHandler, FakeRequest, Reply } from '@droptrack/sources/testing';

/** Market of an event, by its question. */
export interface FakeEventMarket {
  question: string;
  /** Label among the markets of the event; null without one. */
  label: string | null;
  yes: number;
  volumeUsd: number;
  closed?: boolean;
  endDate?: string;
}

/** Event with its markets. */
export interface FakeEvent {
  title: string;
  endDate: string;
  markets: FakeEventMarket[];
  closed?: boolean;
}

/** State of the fake Polymarket: events by slug, listed in this order. */
export interface PolymarketEventsFixture {
  events: Map<string, FakeEvent>;
  /** Events per page; 100 by default, as the server sends at most. */
  pageItems?: number;
}

/** Fake `https://gamma-api.polymarket.com/events/keyset`. */
export function fakePolymarketEvents({ events, pageItems = 100 }: PolymarketEventsFixture): FakeHandler {
  return ({ url }: FakeRequest): Reply | null => {
    if (url.pathname !== '/events/keyset') return null;
    if (url.searchParams.has('offset')) return { status: 422, body: { type: 'validation error', error: 'offset' } };
    // As at the source, closed events are listed unless they are excluded.
    const wantsClosed = url.searchParams.get('closed') !== 'false';
    const items = Math.min(Number(url.searchParams.get('limit') ?? 20), pageItems);
    const listed = [...events].filter(([, { closed = false }]) => closed === wantsClosed);
    const from = Number(url.searchParams.get('after_cursor') ?? 0);
    const end = from + items;
    return {
      body: {
        events: listed.slice(from, end).map(([slug, event]) => eventBody(slug, event)),
        ...(end < listed.length && { next_cursor: String(end) }),
      },
    };
  };
}

function eventBody(slug: string, { title, endDate, markets, closed = false }: FakeEvent): unknown {
  return {
    id: '90177',
    ticker: slug,
    slug,
    title,
    description: 'This market will resolve according to the most liquid price source available.',
    startDate: '2026-01-24T22:37:00Z',
    endDate,
    active: true,
    closed,
    archived: false,
    volume: markets.reduce((sum, { volumeUsd }) => sum + volumeUsd, 0),
    liquidity: 1234.5,
    tags: [
      { id: '21', label: 'Crypto', slug: 'crypto' },
      { id: '101', label: 'Pre-Market', slug: 'pre-market' },
    ],
    markets: markets.map((market, index) => marketBody(`${slug}-${index}`, market, endDate)),
  };
}

function marketBody(slug: string, market: FakeEventMarket, endDate: string): unknown {
  const { question, label, yes, volumeUsd, closed = false } = market;
  return {
    id: '703257',
    question,
    conditionId: '0x00',
    slug,
    outcomes: '["Yes", "No"]',
    outcomePrices: JSON.stringify([String(yes), String(Math.round((1 - yes) * 1e6) / 1e6)]),
    volume: String(volumeUsd),
    volumeNum: volumeUsd,
    active: true,
    closed,
    endDate: market.endDate ?? endDate,
    groupItemTitle: label ?? '',
    groupItemThreshold: '0',
    ...(closed && { umaResolutionStatus: 'resolved' }),
  };
}
