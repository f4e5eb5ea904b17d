import { PLAN_TERMS } from '@droptrack/contracts';
import { ApiKeyRepository, openDatabase } from '@droptrack/persistence';
import { createTestDatabase } from '@droptrack/persistence/testing';
import { freePort } from '@droptrack/program/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiProcess } from '../../../apps/api/test/api-process';
import { Cleanup } from '../../test/cleanup';
import { describeWithDebian } from '../../test/debian-programs';
import { LimitLoad } from './limit-load';
import { type RedisNode, RedisNodes } from './redis-nodes';

/** `SENTINEL_ROUNDS` sets another number for a quick run. */
const ROUNDS = Number(process.env['SENTINEL_ROUNDS'] ?? 6);
const INSTANCES = 2;
/** Requests a second that the bucket of the plan `free` regains: far less than what is sent, also on a busy machine. */
const PER_SECOND = PLAN_TERMS.free.requestsPerMinute / 60;
const LOAD_EVERY_MS = 40;
const FAILOVER_MS_MAX = 60_000;
/** Without a request that an instance counted by itself, all count together again. */
const QUIET_MS = 2_000;

/** Ends of a primary. */
const FAULTS = [
  {
    name: 'SIGKILL',
    strike: ({ process }: RedisNode) => void process.kill('SIGKILL'),
    mend: (nodes: RedisNodes, node: RedisNode) => nodes.restart(node),
  },
  {
    name: 'SIGSTOP, SIGCONT',
    strike: ({ process }: RedisNode) => void process.kill('SIGSTOP'),
    mend: (_: RedisNodes, { process }: RedisNode) => void process.kill('SIGCONT'),
  },
] as const;

describeWithDebian({ packages: ['redis-server'], probes: [['redis-server', '--version']] })(
  'buckets in a Redis with Sentinels whose primary fails, under load',
  () => {
    const cleanup = new Cleanup();
    const metricsPorts: number[] = [];
    const rows: object[] = [];
    let nodes: RedisNodes;
    let steady: LimitLoad;
    let limited: LimitLoad;
    beforeAll(async () => {
      nodes = await RedisNodes.start(cleanup);
      const database = await createTestDatabase();
      await cleanup.push(() => database.drop());
      const db = openDatabase(database.url, { poolSize: 2, applicationName: 'test' });
      await cleanup.push(() => db.close());
      const keys = new ApiKeyRepository(db);
      const unlimited = await keys.issue({ plan: 'scale', label: 'load', requestsPerMinute: 1_000_000 });
      const free = await keys.issue({ plan: 'free', label: 'load' });
      const urls: string[] = [];
      for (let left = INSTANCES; left > 0; left -= 1) {
        const [port, metricsPort] = [await freePort(), await freePort()];
        const env = { DATABASE_URL: database.url, REDIS_URL: nodes.url, METRICS_PORT: String(metricsPort) };
        const api = new ApiProcess(port, { ...env, LOG_LEVEL: 'error' });
        await cleanup.push(() => api.stop('SIGKILL'));
        await api.start();
        urls.push(`http://127.0.0.1:${port}`);
        metricsPorts.push(metricsPort);
      }
      steady = new LimitLoad(urls, unlimited.secret, LOAD_EVERY_MS);
      limited = new LimitLoad(urls, free.secret, LOAD_EVERY_MS);
      for (const load of [limited, steady]) await cleanup.push(() => load.end());
    });
    afterAll(async () => {
      console.table(rows);
      expect(await cleanup.run()).toEqual([]);
    });

    /** Requests that instances have counted without Redis. */
    async function fallbacks(): Promise<number> {
      const texts = metricsPorts.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
      const counts = (await Promise.all(texts)).map(
        (text) => /^droptrack_limit_fallbacks_total (\d+)$/m.exec(text)?.[1],
      );
      return counts.reduce((sum, count) => sum + Number(count), 0);
    }

    /** Waits until no request is counted by an instance alone. @returns the instant of the last one that was. */
    async function untilTogether(): Promise<number> {
      let [count, atMs] = [await fallbacks(), performance.now()];
      for (const endMs = atMs + FAILOVER_MS_MAX; performance.now() < atMs + QUIET_MS; await pause(50)) {
        const now = await fallbacks();
        if (now !== count) [count, atMs] = [now, performance.now()];
        if (performance.now() > endMs) throw new Error(`still counted alone: ${count}`);
      }
      return atMs;
    }

    async function untilEmptyBucket(): Promise<void> {
      for (let isEmpty = false; !isEmpty;) {
        limited.take();
        await pause(1_000);
        const { admitted, rejected } = limited.take();
        isEmpty = rejected > 2 * admitted;
      }
    }

    it('admits every request of a key below its limit, and one above it no more than a bucket for each instance', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const fault = FAULTS[round % 3 === 2 ? 1 : 0];
        await untilEmptyBucket();
        const primary = (await nodes.primary())!;
        const before = await fallbacks();
        for (const load of [steady, limited]) load.take();
        const struckMs = performance.now();
        fault.strike(primary);
        await nodes.untilAnother(primary);
        const togetherMs = await untilTogether();
        const [above, below] = [limited.take(), steady.take()];
        const alone = (await fallbacks()) - before;
        fault.mend(nodes, primary);
        await nodes.untilWhole();
        await untilTogether();
        await untilEmptyBucket();
        await pause(QUIET_MS);
        const afterwards = limited.take();
        rows.push({
          fault: fault.name,
          'until counted together, s': Math.round((togetherMs - struckMs) / 100) / 10,
          'requests counted alone': alone,
          sent: below.admitted + above.admitted + above.rejected,
          failed: below.others.length + below.rejected + above.others.length,
          'slowest, ms': Math.max(below.slowestMs, above.slowestMs),
          'admitted beyond one bucket': Math.round(above.admitted - PER_SECOND * above.seconds),
        });
        expect(alone).toBeGreaterThan(0);
        expect([below.others, below.rejected, above.others]).toEqual([[], 0, []]);
        // Each instance starts at the level of the shared bucket, which is empty, and regains at the rate of one.
        const regained = INSTANCES * Math.ceil(PER_SECOND * above.seconds);
        expect(above.admitted).toBeLessThanOrEqual(regained + INSTANCES);
        // One bucket again: the rate of one, and what was in flight.
        expect(afterwards.admitted).toBeLessThanOrEqual(PER_SECOND * afterwards.seconds + 3);
      }
    });
  },
);
