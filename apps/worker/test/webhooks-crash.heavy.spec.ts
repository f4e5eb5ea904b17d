import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestAuthority, type TestAuthority } from '@droptrack/egress/testing';
import { type EmbeddedPostgres, migrate, startEmbeddedPostgres } from '@droptrack/persistence';
import { createTestDatabase } from '@droptrack/persistence/testing';
import { builtProgram, type Program, startProgram } from '@droptrack/program/testing';
import { until } from '../src/webhooks/testing';
import { DEATHS } from './verifying-receiver';
import { dropsOf, type StagedEndpoint, WebhookStage } from './webhook-stage';

const ENDPOINTS = 20;
const CHANGES = 50;
const DROPS = 10;
const DELIVERIES = ENDPOINTS * CHANGES * DROPS;
const KILLS = 10;
const TIMEOUT_MS = 900_000;
/** Longest time from a lease to its last possible request, in milliseconds. */
const LEASED_MS_MAX = 30_000;
/** Seed of a run; `CRASH_SEED` repeats one. */
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);

let authority: TestAuthority;
let directory: string;
let stage: WebhookStage;
const workers: Program[] = [];
const cleanUps: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  authority = await createTestAuthority();
  directory = await mkdtemp(join(tmpdir(), 'droptrack-webhooks-'));
  await chmod(directory, 0o755);
  await writeFile(join(directory, 'ca.pem'), authority.ca);
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.kill()));
  await stage.close();
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});
afterAll(() => rm(directory, { recursive: true }));

/** @param rate - deliveries a second and endpoint. */
async function startWorker(rate = 200): Promise<Program> {
  const worker = await startProgram(builtProgram('worker'), {
    DATABASE_URL: stage.url,
    WORKER_METRICS_PORT: '0',
    SOURCES_OFF: 'all',
    // The expected failures would fill the output.
    LOG_LEVEL: 'silent',
    WEBHOOK_SECRET_KEY: stage.key,
    WEBHOOK_ALLOW_INSECURE: 'true',
    WEBHOOK_RATE_PER_ENDPOINT: String(rate),
    // All endpoints are of one account, at one host.
    WEBHOOK_RATE_PER_HOST: '9999',
    NODE_EXTRA_CA_CERTS: join(directory, 'ca.pem'),
  });
  workers.push(worker);
  return worker;
}

/** Changes drops again and again, so that a worker may be killed at any step. */
async function changeAll(times: number, everyMs: number): Promise<void> {
  for (let change = 0; change < times; change++) {
    await stage.change(dropsOf(DROPS));
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/**
 * Rotates a secret as an owner does: some time later the receiver gets the new one beside the former one, which is removed when
 * all outcomes of deliveries are recorded that were leased before, and are signed with it alone.
 */
async function rotate({ id, path }: StagedEndpoint): Promise<void> {
  const { secrets, formerSecrets } = stage.receiver;
  const { secret } = (await stage.endpoints.rotateSecret(stage.account, id, 3_600, stage.now()))!;
  const endMs = performance.now() + LEASED_MS_MAX;
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  formerSecrets.set(path, secrets.get(path)!);
  secrets.set(path, secret);
  // All deliveries leased before, as a lease takes less than a second; and some later ones.
  const openLeases = await stage.countOpenLeases(id);
  await until(async () => performance.now() > endMs || (await openLeases()) === 0, 'their outcomes are recorded');
  formerSecrets.delete(path);
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('ten thousand deliveries on two workers', () => {
  it(
    'survive ten SIGKILLs at random times, and the rotation of a secret',
    async () => {
      console.info(`CRASH_SEED=${SEED}`);
      const random = randomOf(SEED);
      const test = await createTestDatabase();
      cleanUps.push(() => test.drop());
      stage = await WebhookStage.open(test.url, authority);
      const [rotating] = await stage.register(ENDPOINTS);
      await Promise.all([startWorker(), startWorker()]);
      let rotated = Promise.resolve();
      const changes = changeAll(CHANGES, 150);
      const kills = Array.from({ length: KILLS }, () => Math.floor(random() * (DELIVERIES - 500))).sort(
        (a, b) => a - b,
      );
      for (const [number, killAt] of kills.entries()) {
        await until(() => stage.receiver.count() >= killAt, `${killAt} were received`, TIMEOUT_MS);
        await new Promise((resolve) => setTimeout(resolve, random() * 100));
        const [killed] = workers.splice(random() < 0.5 ? 0 : 1, 1);
        await killed!.kill();
        if (number === 4) rotated = rotate(rotating!);
        await startWorker();
      }
      await Promise.all([changes, rotated]);
      // The receiver knows the new secret alone by now.
      await stage.change(dropsOf(DROPS));
      await stage.untilAllDelivered();
      const { events, repeated } = await stage.expectAllReceived();
      expect(events).toBe((CHANGES + 1) * DROPS);
      console.info(`${events * ENDPOINTS} deliveries, ${repeated} of them received again`);
    },
    TIMEOUT_MS,
  );

  describe('and a PostgreSQL of their own', () => {
    let server: EmbeddedPostgres;
    const startServer = async (home: string, port?: number) => {
      server = await startEmbeddedPostgres({ home, durable: false, port });
      return server;
    };

    it(
      'survive its restart and its crash',
      async () => {
        const home = await mkdtemp(join(directory, 'postgres-'));
        await chmod(home, 0o755);
        const { url, port, dataDirectory } = await startServer(home);
        cleanUps.push(() => server.stop());
        await migrate(url, join(__dirname, '../../../prisma/migrations'));
        stage = await WebhookStage.open(url, authority);
        await stage.register(ENDPOINTS);
        // Slow enough for both ends of the server to lie in the middle.
        await Promise.all([startWorker(50), startWorker(50)]);
        await changeAll(CHANGES / 2, 0);
        await until(() => stage.receiver.count() >= DELIVERIES / 5, 'a fifth is received', TIMEOUT_MS);
        await server.stop();
        await startServer(home, port);
        await changeAll(CHANGES / 2, 0);
        await until(() => stage.receiver.count() >= DELIVERIES / 2, 'half are received', TIMEOUT_MS);
        const [postmaster] = (await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8')).split('\n');
        process.kill(Number(postmaster), 'SIGKILL');
        await startServer(home, port);
        await stage.untilAllDelivered();
        expect(await stage.expectAllReceived()).toMatchObject({ events: CHANGES * DROPS });
      },
      TIMEOUT_MS,
    );
  });
});

describe('ninety endpoints of a hundred that are dead', () => {
  it(
    'do not delay the other ten',
    async () => {
      const test = await createTestDatabase();
      cleanUps.push(() => test.drop());
      stage = await WebhookStage.open(test.url, authority);
      const dead = await stage.register(90);
      const alive = await stage.register(10);
      const deaths = Object.values(DEATHS);
      dead.forEach(({ path }, n) => stage.receiver.responses.set(path, deaths[n % deaths.length]!));
      await startWorker();
      for (let change = 0; change < 40; change++) {
        await stage.change(dropsOf(1));
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      await until(
        () => alive.every(({ path }) => stage.receiver.ids(path).length === 40),
        'ten have received all',
        TIMEOUT_MS,
      );
      const [lag] = await stage.db.query<{ p99: number }>(
        `SELECT percentile_disc(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM a.at - d.created_at))::float8 AS p99
         FROM attempts AS a JOIN deliveries AS d ON d.id = a.delivery_id WHERE d.endpoint_id = ANY ($1)`,
        [alive.map(({ id }) => id)],
      );
      console.info(`99 of 100 began within ${lag!.p99} s`);
      // A hanging attempt takes 15 s, and five of them open a circuit breaker: no delivery waited for one.
      expect(lag!.p99).toBeLessThan(15);
    },
    TIMEOUT_MS,
  );
});
