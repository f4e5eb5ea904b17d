import type { DropDefinition } from '@droptrack/catalogue';
import type { Plan } from '@droptrack/contracts';
import { applyDefinitions, openDatabase } from '@droptrack/persistence';
import { type BreakableLink, breakableLink, startStandby, startTestServer } from '@droptrack/persistence/testing';
import { join } from 'node:path';
import { assembleApi } from '../src/assemble';
import { createLogger } from '../src/platform/logging/logger';
import { clientsOf, PUBLIC_URL } from './clients';
import { until } from './until';
import { webhookTerms } from './webhook-terms';

/** API that reads a streaming replica, with a primary of its own. */
export type ReplicaService = Awaited<ReturnType<typeof startReplicaService>>;

/** Starts a primary with these drops, its replica and the API; call `stop` in `afterAll`. */
export async function startReplicaService(definitions: readonly DropDefinition[]) {
  const server = await startTestServer(join(__dirname, '../../../prisma/migrations'));
  const primary = openDatabase(server.templateUrl, { poolSize: 4, applicationName: 'test' });
  await applyDefinitions(primary, { origin: 'catalogue', definitions, prune: true, nowMs: Date.now() });
  const standby = await startStandby(server.templateUrl);
  const links = { primary: await breakableLink(server.templateUrl), replica: await breakableLink(standby.url) };
  const open = ({ url }: BreakableLink) => openDatabase(url, { poolSize: 4, applicationName: 'test' });
  const [db, replica] = [open(links.primary), open(links.replica)];

  const clock = { aheadMs: 0 };
  const logErrors: Error[] = [];
  const config = {
    http: { host: '127.0.0.1', port: 0, publicUrl: PUBLIC_URL, corsOrigins: [], trustedProxies: [], connectionsMax: 9 },
    database: { url: links.primary.url, readUrl: links.replica.url, poolSize: 4 },
    plans: { freeDelaySeconds: 60 },
    limits: { redisNodes: null, failedKeys: 100 },
    webhooks: webhookTerms(),
  };
  const clocks = { now: Date.now, monotonicMs: () => performance.now() + clock.aheadMs };
  const assemble = (writes = db) =>
    assembleApi(config, {
      logger: createLogger('silent', { write: () => undefined }),
      db: writes,
      replica,
      clocks,
      onLogLost: (error) => void logErrors.push(error),
    });
  const { api, catalogue, follower, keyRepository, keyUse, limits, metrics } = await assemble();
  follower.start();
  const issueKey = (plan: Plan) => keyRepository.issue({ plan, label: 'test' });
  const keys = { free: (await issueKey('free')).secret, pro: (await issueKey('pro')).secret };

  return {
    ...clientsOf(api.server, keys),
    primary,
    /** The replica as the API reads it. */
    replica,
    standby,
    links,
    logErrors,
    issueKey,
    revokeKey: (id: string) => keyRepository.revoke(id, new Date()),
    /** Metrics in the Prometheus text format. */
    metrics: () => metrics.registry.metrics(),
    readiness: () => api.server.inject('/readyz'),
    /** Waits until the API serves everything that the primary has recorded so far. */
    caughtUp: async () => {
      const [head] = await primary.query<{ seq: string }>('SELECT seq FROM log_head');
      await until(() => Promise.resolve(catalogue.seq >= Number(head?.seq)));
    },
    /** Assembles another instance whose `DATABASE_URL` is this database. */
    assembleWith: assemble,
    /** Starts another instance, as after a restart, and stops it after `use`. */
    withAnother: async (use: (clients: ReturnType<typeof clientsOf>) => Promise<void>) => {
      const another = await assemble();
      another.follower.start();
      await use(clientsOf(another.api.server, keys)).finally(() =>
        Promise.all([another.api.stop(), another.follower.stop(), another.keyUse.stop()]),
      );
    },
    passTime: (ms: number) => void (clock.aheadMs += ms),
    stop: async () => {
      await api.stop();
      await follower.stop();
      await keyUse.stop();
      limits.stop();
      await Promise.all([db.close(), replica.close(), primary.close()]);
      await Promise.all([links.primary.cut(), links.replica.cut()]);
      await standby.stop();
      await server.stop();
    },
  };
}
