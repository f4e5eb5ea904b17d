import type { DepartureTerms } from '@droptrack/program';
import type { DropDefinition } from '@droptrack/catalogue';
import type { Plan } from '@droptrack/contracts';
import { applyDefinitions, type BackupMember, type NewApiKey, openDatabase } from '@droptrack/persistence';
import type { AddressInfo } from 'node:net';
import { breakableLink, createTestDatabase } from '@droptrack/persistence/testing';
import type { RpcUrls } from '@droptrack/sources';
import { assembleApi } from '../src/assemble';
import type { RangeCaching } from '../src/platform/config/config';
import { createLogger } from '../src/platform/logging/logger';
import type { WebhookTerms } from '../src/resources/webhooks/webhook-parts';
import { restore } from './backups';
import { clientsOf, PUBLIC_URL } from './clients';

/** API on its own database, with injected requests. Every response is compared with the OpenAPI document. */
export type TestApi = Awaited<ReturnType<typeof startApi>>;

/** Starts the API with these drops; call `stop` in `afterAll`. */
export async function startApi(
  definitions: readonly DropDefinition[],
  {
    corsOrigins = [],
    trustedProxies = [],
    freeDelaySeconds = 60,
    rpcUrls = new Map(),
    solanaRpcUrls = new Map(),
    stopClock = false,
    arePicturesPublic = true,
    ranges = { maxAgeSeconds: 0, isForAllKeys: false },
    streamsMax = 100,
    webhooks,
    backup,
  }: {
    readonly corsOrigins?: readonly string[];
    readonly trustedProxies?: readonly string[];
    readonly freeDelaySeconds?: number;
    readonly rpcUrls?: RpcUrls;
    readonly solanaRpcUrls?: RpcUrls;
    /** Stops the clock of limits and of the age of the log; only `passTime` advances it. */
    readonly stopClock?: boolean;
    readonly arePicturesPublic?: boolean;
    readonly ranges?: RangeCaching;
    /** Maximum number of streams of the instance. */
    readonly streamsMax?: number;
    /** Settings of webhooks; by default those without any variable set, which have no encryption key. */
    readonly webhooks?: WebhookTerms;
    /** Backup from which the database is restored, instead of the definitions. */
    readonly backup?: readonly BackupMember[];
  } = {},
) {
  const database = await createTestDatabase({ migrated: backup === undefined });
  const link = await breakableLink(database.url);
  const db = openDatabase(link.url, { poolSize: 4, applicationName: 'test' });
  const apply = (next: readonly DropDefinition[]) =>
    applyDefinitions(db, { origin: 'catalogue', definitions: next, prune: true, nowMs: Date.now() });
  if (backup === undefined) await apply(definitions);
  else await restore(db, backup);

  const logs: string[] = [];
  const clock = { aheadMs: 0 };
  const config = {
    http: { host: '127.0.0.1', port: 0, publicUrl: PUBLIC_URL, corsOrigins, trustedProxies, connectionsMax: 2_000 },
    database: { url: link.url, readUrl: null, poolSize: 4 },
    plans: { freeDelaySeconds },
    streamsMax,
    limits: { redisNodes: null, failedKeys: 100 },
    claims: { rpcUrls, solanaRpcUrls },
    arePicturesPublic,
    ranges,
    webhooks: webhooks ?? {
      box: null,
      policy: { allowInsecure: false, allow: [] },
      dnsServers: null,
      endpointsMax: 20,
      endpointsPerDayMax: 100,
      requireChallenge: false,
      recoveryBounds: { perDayMax: 50_000, pendingMax: 10_000 },
    },
  };
  const logger = createLogger('info', { write: (line) => void logs.push(line) });
  const logErrors: Error[] = [];
  const assemble = () => {
    const monotonicMs = () => (stopClock ? 0 : performance.now()) + clock.aheadMs;
    const clocks = { now: Date.now, monotonicMs };
    const onLogLost = (error: Error) => void logErrors.push(error);
    return assembleApi(config, { logger, db, replica: null, clocks, onLogLost });
  };
  const { api, catalogue, follower, keyRepository, keyUse, limits, metrics } = await assemble();
  await limits.start();
  follower.start();
  const lookUps = jest.spyOn(keyRepository, 'findByHashes');
  const issueKey = (plan: Plan, over: Partial<NewApiKey> = {}) => keyRepository.issue({ plan, label: 'test', ...over });
  const keys = { free: (await issueKey('free')).secret, pro: (await issueKey('pro')).secret };

  return {
    ...clientsOf(api.server, keys),
    /** Database of the API, for rows that other processes write. */
    db,
    databaseUrl: link.url,
    /** Errors of the log for which the process would exit. */
    logErrors,
    keys,
    logs,
    issueKey,
    rotateKey: (id: string) => keyRepository.rotate(id, 3_600, new Date()),
    revokeKey: (id: string) => keyRepository.revoke(id, new Date()),
    /** Metrics in the Prometheus text format. */
    metrics: () => metrics.registry.metrics(),
    keyLookUps: () => lookUps.mock.calls.length,
    /** Applies these definitions as the whole catalogue, and waits until the API has published them. */
    apply: async (next: readonly DropDefinition[]) => {
      const target = catalogue.seq + (await apply(next)).revisions;
      for (let tries = 0; catalogue.seq < target && tries < 2_000; tries += 1) await pause(10);
      expect(catalogue.seq).toBe(target);
    },
    /** Waits until the API has published the whole log. */
    caughtUp: async () => {
      const [head] = await db.query<{ seq: string }>('SELECT seq FROM log_head');
      for (let tries = 0; catalogue.seq < Number(head?.seq) && tries < 2_000; tries += 1) await pause(10);
      expect(catalogue.seq).toBeGreaterThanOrEqual(Number(head?.seq));
    },
    /** Sends a request during which the first read of the view throws an unexpected error. */
    breakOnce: <T>(send: () => Promise<T>, error: Error): Promise<T> => {
      jest.spyOn(catalogue, 'requireView').mockImplementationOnce(() => {
        throw error;
      });
      return send();
    },
    /** Starts another instance on the same database, as after a restart; it follows the log from `follow()` on. */
    startAgain: async () => {
      const again = await assemble();
      return {
        ...clientsOf(again.api.server, keys),
        follow: () => again.follower.start(),
        stop: () => Promise.all([again.api.stop(), again.follower.stop(), again.keyUse.stop()]),
      };
    },
    /** Maximum number of open connections; streams do not count. */
    connectionsMax: () => api.server.server.maxConnections,
    /** Listens on a free port and returns the URL. */
    listen: async () => {
      await api.app.listen(0, '127.0.0.1');
      return `http://127.0.0.1:${(api.server.server.address() as AddressInfo).port}`;
    },
    /**
     * Waits until the API has cleared its cache of keys for all changes so far: keys that are looked up from now on stay
     * in the cache. A read of the log in flight can precede the last change, so two reads are awaited.
     */
    keysSeen: async () => {
      for (let reads = 0; reads < 2; reads += 1) {
        const { asOfMs } = catalogue.current();
        await db.query('NOTIFY droptrack_keys'); // Does not wait for the next poll.
        for (let tries = 0; catalogue.current().asOfMs === asOfMs && tries < 2_000; tries += 1) await pause(10);
        expect(catalogue.current().asOfMs).toBeGreaterThan(asOfMs);
      }
    },
    /** Cuts the network connection to the database permanently. */
    loseDatabase: () => link.cut(),
    passTime: (ms: number) => void (clock.aheadMs += ms),
    stop: async (terms?: DepartureTerms) => {
      await api.stop(terms);
      await follower.stop();
      await keyUse.stop();
      limits.stop();
      await db.close();
      await link.cut();
      await database.drop();
    },
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
