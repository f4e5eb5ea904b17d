import type { Type } from '@nestjs/common';
import pino from 'pino';
import { emptyView } from '@droptrack/catalogue';
import { DatabaseUnavailableError } from '@droptrack/persistence';
import { createApi } from '../src/api';
import { KeyStore } from '../src/platform/auth/key-store';
import { createLimits } from '../src/platform/rate-limit/limits';
import { LiveCatalogue } from '../src/catalogue/live-catalogue';
import { ApiMetrics } from '../src/platform/metrics/metrics';

/** Well-formed key. The API accepts any such key as one of the plan `free`. */
export const FREE_KEY = 'dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc';

/** Creates the API with controllers of a test and without a database, for rules that apply to every route. */
export async function createBareApi(controllers: readonly Type[], now: () => number = Date.now) {
  const catalogue = new LiveCatalogue(() => performance.now());
  catalogue.start(emptyView);
  catalogue.confirmed({ seq: 0, asOfMs: now(), clockSkewMs: 0 });
  const key = {
    id: 'key_1',
    prefix: FREE_KEY.slice(0, 8),
    last4: FREE_KEY.slice(-4),
    plan: 'free' as const,
    label: 'test',
    requestsPerMinute: null,
    createdAt: new Date(0),
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    replacedById: null,
    account: 'key_1',
  };
  const metrics = new ApiMetrics({
    logStalenessSeconds: () => catalogue.staleMs() / 1000,
    logSeq: () => catalogue.seq,
    clockSkewSeconds: () => 0,
    logAheadSeconds: () => 0,
    databaseContactAgeSeconds: () => 0,
    knownKeys: () => 1,
    limitFallbacks: () => 0,
  });
  const config = {
    http: {
      host: '127.0.0.1',
      port: 0,
      publicUrl: 'http://api.test',
      corsOrigins: [],
      trustedProxies: [],
      connectionsMax: 2_000,
    },
  };
  // With a stopped clock, buckets do not refill during a test.
  const limits = createLimits({ redisNodes: null, failedKeys: 100 }, pino({ level: 'silent' }), () => 0);
  const api = await createApi(config, {
    catalogue,
    db: { query: () => Promise.reject(new DatabaseUnavailableError('No database')) },
    keys: new KeyStore({ findByHashes: (hashes) => Promise.resolve(hashes.map(() => key)) }, now, () =>
      catalogue.staleMs(),
    ),
    keyUse: { markUsed: () => undefined },
    limits,
    metrics,
    logger: pino({ level: 'silent' }),
    now,
    controllers,
  });
  return {
    ...api,
    metrics,
    get: (url: string) => api.server.inject({ url, headers: { authorization: `Bearer ${FREE_KEY}` } }),
  };
}
