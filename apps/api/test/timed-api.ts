import { type DropDefinition, emptyView } from '@droptrack/catalogue';
import type { Plan } from '@droptrack/contracts';
import {
  type ApiKey,
  ApiKeyRepository,
  applyDefinitions,
  confirmLog,
  LOG_START,
  openDatabase,
  readRevisionBatches,
  readRevisions,
} from '@droptrack/persistence';
import { createTestDatabase } from '@droptrack/persistence/testing';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { createApi } from '../src/api';
import { KeyStore } from '../src/platform/auth/key-store';
import { createLimits } from '../src/platform/rate-limit/limits';
import { LiveCatalogue } from '../src/catalogue/live-catalogue';
import { ApiMetrics } from '../src/platform/metrics/metrics';
import { conformsToOpenApi } from './conforms';

const LOGGER = pino({ level: 'silent' });

/** API on its own database with a real log, in which the test decides the instant up to which the log is complete. */
export type TimedApi = Awaited<ReturnType<typeof timedApi>>;

/** Starts the API with definitions that were recorded an hour ago. */
export async function timedApi(definitions: readonly DropDefinition[], delaySeconds = 60) {
  const database = await createTestDatabase();
  const db = openDatabase(database.url, { poolSize: 4, applicationName: 'test' });
  const nowMs = Date.now();
  const apply = (next: readonly DropDefinition[]) =>
    applyDefinitions(db, { origin: 'catalogue', definitions: next, prune: true, nowMs });
  await apply(definitions);
  await confirmLog(db); // From here on, revisions are recorded at the current time.

  const catalogue = new LiveCatalogue(() => 0, delaySeconds);
  catalogue.start(emptyView);
  let position = LOG_START;
  const keys = new PlanKeys(new ApiKeyRepository(db), Date.now, () => 0);
  const parts = { catalogue, db, keys, keyUse: { markUsed: () => undefined } };
  const log = { logStalenessSeconds: () => 0, logSeq: () => 0, logAheadSeconds: () => 0 };
  const figures = { ...log, clockSkewSeconds: () => 0, databaseContactAgeSeconds: () => 0, knownKeys: () => 0 };
  const metrics = new ApiMetrics({ ...figures, limitFallbacks: () => 0 });
  // Buckets are always full, because limits are not under test.
  const limits = createLimits({ redisNodes: null, failedKeys: 100 }, LOGGER, advancingClock());
  const http = {
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://api.test',
    corsOrigins: [],
    trustedProxies: [],
    connectionsMax: 100,
  };
  const { app, server, stop } = await createApi({ http }, { ...parts, limits, metrics, logger: LOGGER, now: Date.now });

  const get = async <Body>(plan: Plan, url: string, sent: Readonly<Record<string, string>> = {}) => {
    const response = await server.inject({ url, headers: { ...sent, authorization: plan } });
    const { statusCode: status, headers, rawPayload: body } = response;
    conformsToOpenApi({ method: 'GET', path: url, status, headers, body });
    return { status, headers, body: response.json<Body>(), asOfMs: Date.parse(String(headers['x-data-as-of'])) };
  };
  return {
    db,
    get,
    /** Listens on a free port and returns the URL. The key of a request is the name of its plan. */
    listen: async (): Promise<string> => {
      await app.listen(0, '127.0.0.1');
      return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    },
    /** Applies these definitions as the whole catalogue; returns the time of the last revision, milliseconds since the epoch. */
    apply: async (next: readonly DropDefinition[]): Promise<number> => {
      await apply(next);
      const { seq } = await confirmLog(db);
      const [last] = await readRevisions(db, seq - 1, seq, 1);
      return last?.recordedAtMs ?? Number.NaN;
    },
    /** Publishes the whole log as of an instant, which must be later than the previous one. */
    at: async (asOfMs: number): Promise<void> => {
      const { seq } = await confirmLog(db);
      for await (const { revisions, end } of readRevisionBatches(db, position, seq)) {
        catalogue.appended(revisions);
        position = end;
      }
      catalogue.confirmed({ seq, asOfMs, clockSkewMs: 0 });
    },
    stop: async (): Promise<void> => {
      await stop();
      await db.close();
      await database.drop();
    },
  };
}

/** Key store in which the `Authorization` header is the name of a plan. */
class PlanKeys extends KeyStore {
  override find(authorization?: string): ApiKey {
    const key = { prefix: 'dtk_test', last4: 'test', label: 'test', requestsPerMinute: null, createdAt: new Date(0) };
    const unused = { expiresAt: null, revokedAt: null, lastUsedAt: null, replacedById: null };
    const id = `key_${authorization}`;
    return { id, account: id, plan: authorization as Plan, ...key, ...unused };
  }
}

/** Clock that advances by a minute with every read. */
function advancingClock(): () => number {
  let nowMs = 0;
  return () => (nowMs += 60_000);
}
