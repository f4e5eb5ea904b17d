import { createTestAuthority } from '@droptrack/egress/testing';
import { ApiKeyRepository, migrate, openDatabase } from '@droptrack/persistence';
import { builtProgram, startProgram } from '@droptrack/program/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WebhookStage } from '../../../apps/worker/test/webhook-stage';
import { Cleanup } from '../../test/cleanup';
import { describeWithDebian, skipBecause } from '../../test/debian-programs';
import { droptrack } from '../command-line';
import { HaCluster } from './cluster';
import { FAULTS } from './faults';
import { FailoverLoad } from './load';
import { startPgbouncer } from './pgbouncer';

const MIGRATIONS = join(__dirname, '../../../prisma/migrations');
const DROPS = ['linea', 'zora', 'base'];
/** `FAILOVER_ROUNDS` sets another number for a quick run, `FAILOVER_FIRST` the fault of the first one. */
const ROUNDS = Number(process.env['FAILOVER_ROUNDS'] ?? 10);
const FIRST = Number(process.env['FAILOVER_FIRST'] ?? 0);
/** Confirmed writes after a fault that show that another leader works. */
const WRITES = 20;
const FAILOVER_MS_MAX = 180_000;
/** Load before the next fault. */
const UNDER_LOAD_MS = 3_000;

const describeWithCluster =
  process.getuid?.() === 0
    ? describeWithDebian({
        packages: ['patroni', 'pgbouncer', 'python3-etcd', 'etcd-server', 'postgresql', 'haproxy', 'iproute2'],
        probes: [
          ['patroni', '--version'],
          ['etcd', '--version'],
          ['haproxy', '-v'],
          ['pgbouncer', '--version'],
          ['ip', 'netns', 'list'],
        ],
      })
    : skipBecause('only root can make network namespaces');

describeWithCluster('three nodes under Patroni whose leader fails, under load', () => {
  let cluster: HaCluster;
  let stage: WebhookStage;
  let load: FailoverLoad;
  const rows: object[] = [];
  const cleanup = new Cleanup();
  beforeAll(async () => {
    cluster = await HaCluster.start(cleanup);
    await migrate(cluster.url, MIGRATIONS);
    const authority = await createTestAuthority();
    writeFileSync(join(cluster.folder, 'ca.pem'), authority.ca);
    stage = await WebhookStage.open(cluster.url, authority);
    await cleanup.push(() => stage.close());
    await stage.register(2);
    await stage.change(DROPS);
    load = await startLoad();
  });
  afterAll(async () => expect(await cleanup.run()).toEqual([]));

  /** Starts the built API and worker, and the load. */
  async function startLoad(): Promise<FailoverLoad> {
    const keys = new ApiKeyRepository(stage.db);
    const { secret } = await keys.issue({ plan: 'scale', label: 'load', requestsPerMinute: 1_000_000 });
    const env = {
      DATABASE_URL: cluster.url,
      PORT: '0',
      METRICS_PORT: '0',
      WORKER_METRICS_PORT: '0',
      LOG_LEVEL: 'error',
      SOURCES_OFF: 'all',
      WEBHOOK_SECRET_KEY: stage.key,
      WEBHOOK_ALLOW_INSECURE: 'true',
      WEBHOOK_RATE_PER_HOST: '9999',
      NODE_EXTRA_CA_CERTS: join(cluster.folder, 'ca.pem'),
    };
    const [api, worker] = await Promise.all([
      startProgram(builtProgram('api'), env),
      startProgram(builtProgram('worker'), env),
    ]);
    for (const program of [api, worker]) await cleanup.push(() => program.kill());
    // A pool of its own: the oracles of the stage are no part of the load.
    const db = openDatabase(cluster.url, { poolSize: 2, applicationName: 'test' });
    await cleanup.push(() => db.close());
    const started = new FailoverLoad(db, { url: api.url ?? '', key: secret }, DROPS);
    await cleanup.push(() => started.end());
    return started;
  }

  async function untilWrites(): Promise<void> {
    const enough = load.writes.successes + WRITES;
    for (const endMs = performance.now() + FAILOVER_MS_MAX; load.writes.successes < enough; await pause(50)) {
      if (performance.now() > endMs)
        throw new Error(`no writes: ${cluster.nodes.map((node) => node.log()).join('\n')}`);
    }
  }

  it('loses no confirmed commit, shows no wrong past and misses no webhook', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const fault = FAULTS[(FIRST + round) % FAULTS.length]!;
      await pause(UNDER_LOAD_MS);
      const leader = (await cluster.leader())!;
      for (const gaps of [load.writes, load.lists, load.pasts]) gaps.take();
      fault.strike(leader);
      // A moment for writes that the node had received before.
      await pause(UNDER_LOAD_MS);
      await untilWrites();
      const next = await cluster.leader();
      fault.mend(leader);
      await cluster.untilWhole();
      await untilWrites();
      const lists = load.lists.take();
      rows.push({
        fault: fault.name,
        leaders: `${leader.name} → ${next?.name}`,
        'without writes, s': load.writes.take().longestSeconds,
        'without as_of, s': load.pasts.take().longestSeconds,
        'lists failed': lists.failures,
        'without lists, s': lists.longestSeconds,
      });
      expect(next?.name).not.toBe(leader.name);
    }
    await load.end();
    console.table(rows);
    console.info(`${load.confirmed.length} confirmed commits, ${load.shown.length} states shown`, load.failures);
    const wrong = await load.contradictions(stage.db);
    expect([await load.lost(stage.db), wrong.length, wrong.slice(0, 3)]).toEqual([0, 0, []]);
    // Views are served from memory, so that lists need no database for a minute.
    expect(load.lists.totalFailures).toBe(0);
    await stage.untilAllDelivered();
    console.info('webhooks', await stage.expectAllReceived());
  });

  it('runs commands by PgBouncer, with the limits of the role', async () => {
    await stage.db.query(`ALTER ROLE droptrack SET statement_timeout = '30s'`);
    const url = await startPgbouncer(cluster, cleanup);
    const { code, stdout, stderr } = await droptrack({ url, folder: cluster.folder }, 'keys', 'list');
    expect([code, stderr, stdout.includes('load')]).toEqual([0, '', true]);
    const db = openDatabase(url, { poolSize: 1, applicationName: 'test', statementTimeoutMs: 1_000 });
    expect(await db.query('SHOW statement_timeout')).toEqual([{ statement_timeout: '30s' }]);
    await db.close();
  });
});
