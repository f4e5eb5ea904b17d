import { createTestAuthority } from '@droptrack/egress/testing';
import { ApiKeyRepository, migrate } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { builtProgram, type Program, startProgram } from '@droptrack/program/testing';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cleanup } from '../test/cleanup';
import { skipBecause } from '../test/debian-programs';
import { WebhookStage } from '../../apps/worker/test/webhook-stage';
import { until } from '../../apps/worker/src/webhooks/testing';
import { buildRelease, type BuiltRelease, previousRelease } from './previous-release';

const MIGRATIONS = join(__dirname, '../../prisma/migrations');
const DROPS = ['linea', 'zora', 'base'];
/** Requests that each state of the upgrade has to answer. */
const REQUESTS = 500;

const commit = previousRelease();
const describeWithHistory = commit === null ? skipBecause('the clone has no former release') : describe;

// Order and rules: docs/upgrading.md.
describeWithHistory('an upgrade from the release before, under load', () => {
  let release: BuiltRelease;
  let database: TestDatabase;
  let stage: WebhookStage;
  let folder: string;
  const cleanup = new Cleanup();
  beforeAll(async () => {
    release = buildRelease(commit!);
    await cleanup.push(() => release.remove());
    folder = mkdtempSync(join(tmpdir(), 'droptrack-upgrade-'));
    await cleanup.push(() => rmSync(folder, { recursive: true }));
    database = await createTestDatabase({ migrated: false });
    await cleanup.push(() => database.drop());
    await migrate(database.url, release.migrations);
    const authority = await createTestAuthority();
    writeFileSync(join(folder, 'ca.pem'), authority.ca);
    stage = await WebhookStage.open(database.url, authority);
    await cleanup.push(() => stage.close());
    await stage.register(3);
    await stage.change(DROPS);
  });
  afterAll(async () => expect(await cleanup.run()).toEqual([]));

  const start = async (main: string): Promise<Program> => {
    const program = await startProgram(main, {
      DATABASE_URL: database.url,
      PORT: '0',
      METRICS_PORT: '0',
      WORKER_METRICS_PORT: '0',
      SOURCES_OFF: 'all',
      WEBHOOK_SECRET_KEY: stage.key,
      WEBHOOK_ALLOW_INSECURE: 'true',
      WEBHOOK_RATE_PER_HOST: '9999',
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    });
    await cleanup.push(() => program.kill());
    return program;
  };

  it('fails no request, and delivers every webhook', async () => {
    const { secret } = await new ApiKeyRepository(stage.db).issue({
      plan: 'scale',
      label: 'load',
      requestsPerMinute: 1_000_000,
    });
    const oldWorker = await start(release.program('worker'));
    const oldApi = await start(release.program('api'));
    let url = oldApi.url;
    let [isOver, answered] = [false, 0];
    const failed: string[] = [];
    const request = async (path: string): Promise<void> => {
      try {
        const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${secret}` } });
        await response.arrayBuffer();
        if (response.status !== 200) failed.push(`${path}: ${response.status}`);
      } catch (error) {
        failed.push(`${path}: ${String(error)}`);
      }
      answered += 1;
    };
    const client = async (): Promise<void> => {
      while (!isOver)
        for (const path of ['/v1/drops', '/v1/calendar', '/v1/drops/linea', '/v1/events']) await request(path);
    };
    const writer = async (): Promise<void> => {
      while (!isOver) {
        await stage.change(DROPS);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const load = [client(), client(), writer()];
    // Also after a failed expectation.
    await cleanup.push(() => {
      isOver = true;
      return Promise.all(load);
    });
    const underLoad = async (state: string): Promise<void> => {
      const enough = answered + REQUESTS;
      const received = stage.receiver.count() + 30;
      await until(async () => answered >= enough, `${REQUESTS} requests ${state}`, 120_000);
      await until(async () => stage.receiver.count() >= received, `webhooks ${state}`, 120_000);
    };

    await underLoad('before');
    const { applied } = await migrate(database.url, MIGRATIONS);
    const former = readdirSync(release.migrations);
    expect(applied).toEqual(readdirSync(MIGRATIONS).filter((name) => !former.includes(name)));
    await underLoad('on the new schema');
    // Old programs can start again on it, as after a crash.
    const restarted = await start(release.program('api'));
    url = restarted.url;
    await oldApi.stop();
    await underLoad('after a restart of the old release');
    await start(builtProgram('worker'));
    await oldWorker.stop();
    await underLoad('with the new worker');
    const newApi = await start(builtProgram('api'));
    url = newApi.url;
    await restarted.stop();
    await underLoad('with the new API');
    isOver = true;
    await Promise.all(load);

    expect(failed).toEqual([]);
    await stage.untilAllDelivered();
    await stage.expectAllReceived();
    console.info(`${answered} requests, ${stage.receiver.count()} deliveries, ${applied.length} migrations`);
  });
});
