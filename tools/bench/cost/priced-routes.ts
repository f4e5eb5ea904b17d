import { SNAPSHOT_ROWS_PER_TOKEN } from '@droptrack/contracts';
import { walletBytes } from '../lists/list-file';

/** A route and its price. */
export interface PricedRoute {
  readonly name: string;
  /** Content coding that is requested. */
  readonly encoding?: 'br';
  readonly path: (n: number) => string;
  /** Body of the n-th request, a POST; requests differ where a cache would answer them. */
  readonly body?: (n: number) => object;
  /** Tokens of a response by its lines; one where absent. */
  readonly tokensOf?: (lines: number) => number;
}

const BATCH_CHECKS = 100;

const get = (name: string, path: string | ((n: number) => string) = name): PricedRoute => ({
  name: `GET ${name}`,
  path: typeof path === 'string' ? () => path : path,
});
const post = (path: string, body: (n: number) => object, checks = 1): PricedRoute => ({
  name: `POST ${path}${checks === 1 ? '' : `, ${checks} checks`}`,
  path: () => path,
  body,
  tokensOf: () => checks,
});

/**
 * Routes that do most work for their tokens.
 *
 * @param drop - one with a list of wallets and a history.
 * @param asOf - a past instant.
 */
export function pricedRoutes(drop: string, asOf: string): PricedRoute[] {
  const check = (n: number) => ({ wallet: `0x${walletBytes(n).toString('hex')}`, drop });
  const batch = (n: number) => ({
    checks: Array.from({ length: BATCH_CHECKS }, (_, i) => check(n * BATCH_CHECKS + i)),
  });
  const snapshot = (kind: keyof typeof SNAPSHOT_ROWS_PER_TOKEN, name: string, path = name): PricedRoute => ({
    ...get(`/v1/snapshots/${name}`, `/v1/snapshots/${path}`),
    // The last line is no row.
    tokensOf: (lines) => Math.max(1, Math.ceil((lines - 1) / SNAPSHOT_ROWS_PER_TOKEN[kind])),
  });
  const compressible = [
    get('/v1/drops/{id}/hype?window=30d', `/v1/drops/${drop}/hype?window=30d`),
    get('/v1/drops/{id}/explain', `/v1/drops/${drop}/explain`),
    get('/v1/events?limit=100'),
    snapshot('drops', 'drops'),
    snapshot('drops', 'drops?as_of=…', `drops?as_of=${asOf}`),
    snapshot('hype', 'drops/{id}/hype', `drops/${drop}/hype`),
    snapshot('allocations', 'drops/{id}/allocations', `drops/${drop}/allocations`),
  ];
  return [
    get('/v1/me'),
    get('/v1/drops?limit=100'),
    get('/v1/drops?limit=100&include=hype'),
    get('/v1/drops?limit=100&q=…, never the same', (n) => `/v1/drops?limit=100&q=${(n % 46_656).toString(36)}`),
    get('/v1/drops/{id}', `/v1/drops/${drop}`),
    get('/v1/drops/{id}?as_of=…', `/v1/drops/${drop}?as_of=${asOf}`),
    get('/v1/calendar?limit=100'),
    post('/v1/eligibility', check),
    post('/v1/eligibility/batch', batch, BATCH_CHECKS),
    ...compressible,
    ...compressible.map((route): PricedRoute => ({ ...route, name: `${route.name}, br`, encoding: 'br' })),
  ];
}
