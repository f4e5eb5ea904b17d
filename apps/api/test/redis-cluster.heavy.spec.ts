import type { BucketTerms } from '@droptrack/resilience';
import { MemoryBuckets } from '../src/platform/rate-limit/memory-buckets';
import { RedisBuckets } from '../src/platform/rate-limit/redis-buckets';
import { SharedBuckets } from '../src/platform/rate-limit/shared-buckets';
import { RedisCluster } from './redis-cluster';
import { describeWithRedis } from './redis-server';
import { until } from './until';

const SLOW: BucketTerms = { capacity: 10, refill: 1, windowSeconds: 3_600 };
/** Longer than a busy machine can stall this process. */
const TIMEOUT_MS = 10_000;

describeWithRedis('buckets in a Redis Cluster', () => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await RedisCluster.start();
  });
  afterAll(() => cluster.stop());

  const connect = async () => {
    const redis = new RedisBuckets(cluster.nodeUrls, () => undefined, TIMEOUT_MS);
    const own = new MemoryBuckets(() => Math.floor(performance.now() * 1_000));
    await redis.start();
    await until(() => Promise.resolve(redis.isReady));
    const stop = () => (redis.stop(), own.stop());
    return { redis, shared: new SharedBuckets(redis, own), stop };
  };

  it('are on all nodes, and shared by all instances', async () => {
    const instances = await Promise.all([connect(), connect()]);
    const names = Array.from({ length: 60 }, (_, n) => `key${n}`);
    for (const name of names) {
      const taken = instances.flatMap(({ redis }) => Array.from({ length: 8 }, () => redis.take(name, SLOW, 1)));
      const admitted = (await Promise.all(taken)).filter(({ isAdmitted }) => isAdmitted);
      expect([name, admitted.length]).toEqual([name, 10]);
    }
    const sizes = await cluster.keysOfMasters();
    expect(sizes).toHaveLength(3);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    instances.forEach(({ stop }) => stop());
  });

  it('continue through a failover: each instance counts alone meanwhile, and together afterwards', async () => {
    const instances = await Promise.all([connect(), connect()]);
    const [one, other] = instances.map(({ shared }) => shared);
    const takeOnce = async (shared = one) => (await shared!.take('moved', SLOW, 1)).isAdmitted;
    for (let n = 0; n < 4; n += 1) expect(await takeOnce()).toBe(true);
    await cluster.killMasterOf('droptrack:bucket:moved');
    const before = one!.fallbacks;
    expect(await takeOnce()).toBe(true);
    expect(one!.fallbacks).toBe(before + 1);
    await cluster.untilOk();
    // Both are with the new master once none of their requests falls back.
    for (const shared of [one!, other!]) {
      await until(async () => {
        const { fallbacks } = shared;
        await shared.take('moved', SLOW, 0);
        return shared.fallbacks === fallbacks;
      });
    }
    let admitted = 5;
    for (let n = 0; n < 12; n += 1) if (await takeOnce(n % 2 === 0 ? one : other)) admitted += 1;
    expect(admitted).toBe(10);
    instances.forEach(({ stop }) => stop());
  });

  it('fall back to this process while the whole cluster is away', async () => {
    const { shared, stop } = await connect();
    await shared.take('away', SLOW, 1);
    await cluster.stop();
    let admitted = 1;
    for (let n = 0; n < 12; n += 1) if ((await shared.take('away', SLOW, 1)).isAdmitted) admitted += 1;
    expect(admitted).toBe(10);
    stop();
  });
});
