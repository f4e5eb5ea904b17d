import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PLAN_TERMS } from '@droptrack/contracts';
import { dropDefinition } from './definitions';
import { publishAllEvents } from './fake-worker';
import { startApi, type TestApi } from './harness';
import { StreamClient } from './stream-client';
import { until } from './until';

const { requestsPerMinute: BUCKET } = PLAN_TERMS.scale;
const BEYOND = 1_000;
const CLIENTS = 25;
/** Far less than the objects of one connection. */
const KEPT_BYTES_MAX = 1_024;

describe('clients that reconnect without a wait', () => {
  let api: TestApi;
  afterAll(() => api.stop());

  it(`are served ${BUCKET} times in a minute, and then rejected; nothing of them stays`, async () => {
    // Buckets do not refill.
    api = await startApi([dropDefinition('linea')], { stopClock: true });
    const url = `${await api.listen()}/v1/stream?after=0`;
    await publishAllEvents(api.db);
    const gauge = async () => /^droptrack_streams (\d+)$/m.exec(await api.metrics())?.[1];
    /** Number of timers and sockets of this process. */
    const resources = () =>
      process.getActiveResourcesInfo().filter((resource) => /^(Timeout|TCP(Socket|Server)Wrap)$/.test(resource)).length;

    /** Connects a number of times. @returns the statuses, and the values of `Retry-After` of rejections. */
    const storm = async (key: string, count: number) => {
      const statuses: number[] = [];
      const waits: number[] = [];
      let left = count;
      const client = async () => {
        while ((left -= 1) >= 0) {
          const stream = await StreamClient.open(url, key);
          statuses.push(stream.status);
          if (stream.status === 200) await until(() => Promise.resolve(stream.blocks.length > 0), 1);
          else waits.push(Number(stream.headers['retry-after']));
          stream.close();
          await stream.closed;
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
      await until(async () => (await gauge()) === '0');
      api.logs.length = 0;
      return { statuses, waits };
    };
    const usedBytes = () => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };

    await storm((await api.issueKey('scale')).secret, 1_000); // Compiles, and fills the caches.
    const before = { bytes: usedBytes(), connections: api.connectionsMax(), resources: resources() };
    const { secret } = await api.issueKey('scale');
    const served = await storm(secret, BUCKET);
    expect(served.statuses).toEqual(Array(BUCKET).fill(200));
    const rejected = await storm(secret, BEYOND);
    expect(rejected.statuses).toEqual(Array(BEYOND).fill(429));
    expect(rejected.waits.every((seconds) => seconds >= 1)).toBe(true);

    expect(api.connectionsMax()).toBe(before.connections);
    await until(() => Promise.resolve(resources() <= before.resources));
    const keptBytes = (usedBytes() - before.bytes) / (BUCKET + BEYOND);
    process.stderr.write(`${Math.round(keptBytes)} bytes kept per connection\n`);
    expect(keptBytes).toBeLessThan(KEPT_BYTES_MAX);
  }, 600_000);
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
