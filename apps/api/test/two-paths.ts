import { type IncomingHttpHeaders, request as httpRequest, Agent } from 'node:http';
import { emptyView } from '@droptrack/catalogue';
import type { Plan } from '@droptrack/contracts';
import { type ApiKey, DatabaseUnavailableError, generateApiKey, hashApiKey } from '@droptrack/persistence';
import { createApi } from '../src/api';
import { LiveCatalogue } from '../src/catalogue/live-catalogue';
import { KeyStore } from '../src/platform/auth/key-store';
import { createLogger } from '../src/platform/logging/logger';
import { ApiMetrics } from '../src/platform/metrics/metrics';
import { createLimits } from '../src/platform/rate-limit/limits';

export const ORIGIN = 'https://app.example.com';
export const START_MS = Date.UTC(2026, 7, 22, 23, 59, 58);

/** Keys of the test: `small` runs out of tokens, `revoked` and `expiring` stop working when a step says so. */
const KEYS: Readonly<Record<string, { readonly plan: Plan; readonly requestsPerMinute: number | null }>> = {
  free: { plan: 'free', requestsPerMinute: null },
  pro: { plan: 'pro', requestsPerMinute: null },
  otherPro: { plan: 'pro', requestsPerMinute: null },
  scale: { plan: 'scale', requestsPerMinute: null },
  small: { plan: 'pro', requestsPerMinute: 3 },
  revoked: { plan: 'pro', requestsPerMinute: null },
  expiring: { plan: 'free', requestsPerMinute: null },
};
export const SECRETS = Object.fromEntries(Object.keys(KEYS).map((name) => [name, generateApiKey()]));
/** A well-formed key that does not exist. */
export const UNKNOWN_SECRET = generateApiKey();

/** Time and keys that both instances see. */
export class State {
  nowMs = START_MS;
  monotonicMs = 0;
  readonly changed = new Set<string>();

  keyOf(name: string): ApiKey {
    const { plan, requestsPerMinute } = KEYS[name]!;
    return {
      id: `key_${name}`,
      account: `key_${name}`,
      prefix: 'dtk_test',
      last4: 'test',
      label: 'test',
      plan,
      requestsPerMinute,
      createdAt: new Date(0),
      expiresAt: name === 'expiring' ? new Date(START_MS + 10_000) : null,
      revokedAt: this.changed.has(name) ? new Date(START_MS) : null,
      lastUsedAt: null,
      replacedById: null,
    };
  }
}

/** An API without a database, in which a test decides the view, the keys and the time. */
export async function startInstance(
  state: State,
  corsOrigins: readonly string[],
  trustedProxies: readonly string[] = [],
) {
  const lines: string[] = [];
  const used: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const catalogue = new LiveCatalogue(() => state.monotonicMs, 60);
  catalogue.start(emptyView);
  const nameByHash = new Map(
    Object.entries(SECRETS).map(([name, secret]) => [hashApiKey(secret).toString('hex'), name]),
  );
  const findByHashes = (hashes: readonly Uint8Array[]) =>
    Promise.resolve(
      hashes.map((hash) => {
        const name = nameByHash.get(Buffer.from(hash).toString('hex'));
        return name === undefined ? null : state.keyOf(name);
      }),
    );
  const keys = new KeyStore(
    { findByHashes },
    () => state.nowMs,
    () => catalogue.contactAgeMs(),
  );
  const limits = createLimits({ redisNodes: null, failedKeys: 5 }, logger, () => state.monotonicMs);
  const zero = () => 0;
  const metrics = new ApiMetrics({
    logStalenessSeconds: zero,
    logSeq: () => catalogue.seq,
    clockSkewSeconds: zero,
    logAheadSeconds: zero,
    databaseContactAgeSeconds: zero,
    knownKeys: () => keys.size,
    limitFallbacks: zero,
  });
  const http = {
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://api.test',
    corsOrigins,
    trustedProxies,
    connectionsMax: 100,
  };
  const api = await createApi(
    // Accepted streams would have no end.
    { http, streamsMax: 0 },
    {
      catalogue,
      db: { query: () => Promise.reject(new DatabaseUnavailableError('There is none')) },
      keys,
      keyUse: { markUsed: (id) => void used.push(id) },
      limits,
      metrics,
      logger,
      now: () => state.nowMs,
    },
  );
  return { api, catalogue, keys, metrics, lines, used };
}

export interface Sent {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Closes the connections that {@link send} keeps open. */
export const closeConnections = (): void => agent.destroy();

export function send(port: number, { method, target, headers }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, agent, method, path: target, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const headers = { ...response.headers };
        delete headers.date;
        resolve({ status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks).toString('latin1') });
      });
    });
    request.on('error', reject).end();
  });
}

/** Without the ids that an instance makes itself: both count their own. */
export const comparable = (received: Received): unknown =>
  JSON.parse(JSON.stringify(received).replaceAll(/req_[A-Za-z0-9_-]+/g, 'req_'));

/** A line of the access log, but for its time, its duration and an id that the instance made. */
export function recorded(line: string): unknown {
  const { durationMs, requestId, ...rest } = JSON.parse(line) as Record<string, unknown>;
  return { ...rest, time: '', durationMs: typeof durationMs, requestId: String(requestId).replace(/^req_.*/, 'req_') };
}

/** Counted responses by route and status, in no order. */
export async function answers({ registry }: ApiMetrics): Promise<string[]> {
  const text = await registry.metrics();
  return text
    .split('\n')
    .filter((line) => /^droptrack_http_(answers_total|duration_seconds_count)/.test(line))
    .sort();
}
