import { SNAPSHOT_ROWS_PER_TOKEN } from '@droptrack/contracts';
import { walletBytes } from '../lists/made-up-wallets';
import type { CostData } from './cost-data';

/** A request that costs tokens. */
export interface PricedRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: object;
}

/** A route, and what it costs a key. */
export interface PricedRoute {
  readonly name: string;
  /** Coding of the answer that is asked for. */
  readonly encoding?: 'br' | 'gzip';
  /** The n-th request; they may differ, so that nothing is answered from a cache. */
  readonly request: (n: number) => PricedRequest;
  /** Tokens of an answer of so many lines; one where not given. */
  readonly tokensOf?: (lines: number) => number;
}

const BATCH_CHECKS = 100;
const get = (name: string, path: string | ((n: number) => string)): PricedRoute => ({
  name: `GET ${name}`,
  request: (n) => ({ method: 'GET', path: typeof path === 'string' ? path : path(n) }),
});
const compressed = (route: PricedRoute, encoding: 'br' | 'gzip'): PricedRoute => ({
  ...route,
  name: `${route.name}, ${encoding}`,
  encoding,
});

/** The last line counts no row. */
const byRows = (rowsPerToken: number) => (lines: number) => Math.max(1, Math.ceil((lines - 1) / rowsPerToken));
const wallet = (n: number) => `0x${walletBytes(n).toString('hex')}`;

/** Every route that takes tokens, but those that wait for a worker. */
export function pricedRoutes({ drop, webhook, asOf }: CostData): PricedRoute[] {
  const hypeSeries = get('/v1/drops/{id}/hype?window=30d', `/v1/drops/${drop}/hype?window=30d`);
  const explained = get('/v1/drops/{id}/explain', `/v1/drops/${drop}/explain`);
  const events = get('/v1/events?limit=100', '/v1/events?limit=100');
  return [
    get('/v1/me', '/v1/me'),
    get('/v1/drops?limit=100', '/v1/drops?limit=100'),
    get('/v1/drops?limit=100&q=…, each another', (n) => `/v1/drops?limit=100&q=${(n % 46_656).toString(36)}`),
    get('/v1/drops/{id}', `/v1/drops/${drop}`),
    get('/v1/drops/{id}?as_of=…', `/v1/drops/${drop}?as_of=${asOf}`),
    hypeSeries,
    compressed(hypeSeries, 'br'),
    explained,
    compressed(explained, 'br'),
    get('/v1/calendar?limit=100', '/v1/calendar?limit=100'),
    {
      name: 'POST /v1/eligibility',
      request: (n) => ({ method: 'POST', path: '/v1/eligibility', body: { wallet: wallet(n), drop } }),
    },
    {
      name: `POST /v1/eligibility/batch, ${BATCH_CHECKS} checks`,
      request: (n) => ({ method: 'POST', path: '/v1/eligibility/batch', body: { checks: checksOf(n, drop) } }),
      tokensOf: () => BATCH_CHECKS,
    },
    events,
    compressed(events, 'br'),
    get('/v1/webhooks', '/v1/webhooks'),
    get('/v1/webhooks/{id}', `/v1/webhooks/${webhook}`),
    get('/v1/webhooks/{id}/deliveries?limit=100', `/v1/webhooks/${webhook}/deliveries?limit=100`),
    {
      name: 'PATCH /v1/webhooks/{id}',
      request: (n) => ({ method: 'PATCH', path: `/v1/webhooks/${webhook}`, body: { description: `number ${n}` } }),
    },
    {
      name: 'POST /v1/webhooks/{id}/rotate-secret',
      request: () => ({
        method: 'POST',
        path: `/v1/webhooks/${webhook}/rotate-secret`,
        body: { grace_period_seconds: 0 },
      }),
    },
    ...snapshotRoutes(drop, asOf),
  ];
}

/** The exports, as they are and in either coding. */
function snapshotRoutes(drop: string, asOf: string): PricedRoute[] {
  const snapshots = [
    { ...get('/v1/snapshots/drops', '/v1/snapshots/drops'), tokensOf: byRows(SNAPSHOT_ROWS_PER_TOKEN.drops) },
    {
      ...get('/v1/snapshots/drops?as_of=…', `/v1/snapshots/drops?as_of=${asOf}`),
      tokensOf: byRows(SNAPSHOT_ROWS_PER_TOKEN.drops),
    },
    {
      ...get('/v1/snapshots/drops/{id}/hype', `/v1/snapshots/drops/${drop}/hype`),
      tokensOf: byRows(SNAPSHOT_ROWS_PER_TOKEN.hype),
    },
    {
      ...get('/v1/snapshots/drops/{id}/allocations', `/v1/snapshots/drops/${drop}/allocations`),
      tokensOf: byRows(SNAPSHOT_ROWS_PER_TOKEN.allocations),
    },
  ];
  return [
    ...snapshots,
    ...snapshots.map((route) => compressed(route, 'gzip')),
    ...snapshots.map((route) => compressed(route, 'br')),
  ];
}

const checksOf = (n: number, drop: string) =>
  Array.from({ length: BATCH_CHECKS }, (_, index) => ({ wallet: wallet(n * BATCH_CHECKS + index), drop }));
