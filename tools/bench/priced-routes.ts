import { SNAPSHOT_ROWS_PER_TOKEN } from '@droptrack/contracts';
import { walletBytes } from './lists/list-file';

interface PricedRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: object;
}

/** A route and its price. */
export interface PricedRoute {
  readonly name: string;
  /** Content coding that is requested. */
  readonly encoding?: 'br' | 'gzip';
  /** The n-th request; requests differ where a cache would answer them. */
  readonly request: (n: number) => PricedRequest;
  /** Tokens of a response by its lines; one where absent. */
  readonly tokensOf?: (lines: number) => number;
}

interface PricedSubjects {
  /** A drop with a list of wallets and a history. */
  readonly drop: string;
  /** An endpoint of the key. */
  readonly webhook: string;
  /** A past instant. */
  readonly asOf: string;
}

const BATCH_CHECKS = 100;

const get = (name: string, path: string | ((n: number) => string) = name): PricedRoute => ({
  name: `GET ${name}`,
  request: (n) => ({ method: 'GET', path: typeof path === 'string' ? path : path(n) }),
});
const compressed = (route: PricedRoute, encoding: 'br' | 'gzip'): PricedRoute => ({
  ...route,
  name: `${route.name}, ${encoding}`,
  encoding,
});
const send = (method: 'POST' | 'PATCH', name: string, path: string, body: (n: number) => object): PricedRoute => ({
  name: `${method} ${name}`,
  request: (n) => ({ method, path, body: body(n) }),
});
const wallet = (n: number) => `0x${walletBytes(n).toString('hex')}`;

/** Every route that takes tokens, except those that wait for a worker. */
export function pricedRoutes({ drop, webhook, asOf }: PricedSubjects): PricedRoute[] {
  const hypeSeries = get('/v1/drops/{id}/hype?window=30d', `/v1/drops/${drop}/hype?window=30d`);
  const explained = get('/v1/drops/{id}/explain', `/v1/drops/${drop}/explain`);
  const events = get('/v1/events?limit=100');
  const endpoint = `/v1/webhooks/${webhook}`;
  const check = (n: number) => ({ wallet: wallet(n), drop });
  const batch = (n: number) => ({
    checks: Array.from({ length: BATCH_CHECKS }, (_, i) => check(n * BATCH_CHECKS + i)),
  });
  return [
    get('/v1/me'),
    get('/v1/status'),
    get('/v1/drops?limit=100'),
    get('/v1/drops?limit=100&q=…, never the same', (n) => `/v1/drops?limit=100&q=${(n % 46_656).toString(36)}`),
    get('/v1/drops/{id}', `/v1/drops/${drop}`),
    get('/v1/drops/{id}?as_of=…', `/v1/drops/${drop}?as_of=${asOf}`),
    hypeSeries,
    compressed(hypeSeries, 'br'),
    explained,
    compressed(explained, 'br'),
    get('/v1/calendar?limit=100'),
    send('POST', '/v1/eligibility', '/v1/eligibility', check),
    {
      ...send('POST', `/v1/eligibility/batch, ${BATCH_CHECKS} checks`, '/v1/eligibility/batch', batch),
      tokensOf: () => BATCH_CHECKS,
    },
    events,
    compressed(events, 'br'),
    get('/v1/webhooks'),
    get('/v1/webhooks/{id}', endpoint),
    get('/v1/webhooks/{id}/deliveries?limit=100', `${endpoint}/deliveries?limit=100`),
    send('PATCH', '/v1/webhooks/{id}', endpoint, (n) => ({ description: `number ${n}` })),
    send('POST', '/v1/webhooks/{id}/rotate-secret', `${endpoint}/rotate-secret`, () => ({ grace_period_seconds: 0 })),
    ...snapshotRoutes(drop, asOf),
  ];
}

/** The exports, uncompressed and in either coding. */
function snapshotRoutes(drop: string, asOf: string): PricedRoute[] {
  const snapshot = (kind: keyof typeof SNAPSHOT_ROWS_PER_TOKEN, name: string, path = name): PricedRoute => ({
    ...get(`/v1/snapshots/${name}`, `/v1/snapshots/${path}`),
    // The last line is no row.
    tokensOf: (lines) => Math.max(1, Math.ceil((lines - 1) / SNAPSHOT_ROWS_PER_TOKEN[kind])),
  });
  const snapshots = [
    snapshot('drops', 'drops'),
    snapshot('drops', 'drops?as_of=…', `drops?as_of=${asOf}`),
    snapshot('hype', 'drops/{id}/hype', `drops/${drop}/hype`),
    snapshot('allocations', 'drops/{id}/allocations', `drops/${drop}/allocations`),
  ];
  return [
    ...snapshots,
    ...snapshots.map((route) => compressed(route, 'gzip')),
    ...snapshots.map((route) => compressed(route, 'br')),
  ];
}
