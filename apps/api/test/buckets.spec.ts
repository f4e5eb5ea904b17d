import * as fc from 'fast-check';
import Redis from 'ioredis';
import { MemoryBuckets } from '../src/platform/rate-limit/memory-buckets';
import { RedisBuckets } from '../src/platform/rate-limit/redis-buckets';
import { TAKE } from '../src/platform/rate-limit/redis-script';
import { SharedBuckets } from '../src/platform/rate-limit/shared-buckets';
import { type Bucket, type Buckets, type BucketTerms, draw, refilled, wholeTokens } from '@droptrack/resilience';
import { describeWithRedis, RedisServer } from './redis-server';

const nowUs = () => Math.floor(performance.now() * 1_000);
/** Redis timeout for tests that are not about a suspended Redis: longer than a busy machine can stall this process. */
const TIMEOUT_MS = 20_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Five tokens, refilled by one every 100 ms, so that a test can wait for it. */
const TERMS: BucketTerms = { capacity: 5, refill: 10, windowSeconds: 1 };

let names = 0;
/** Name of an unused bucket. */
const newName = () => `bucket${(names += 1)}`;

/** Tests of every storage of buckets. */
function behavesAsBuckets(start: () => Promise<{ buckets: Buckets; stop(): unknown }>): void {
  let storage: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    storage = await start();
  });
  afterAll(() => storage.stop());
  const take = async (name: string, tokens = 1, terms = TERMS) => storage.buckets.take(name, terms, tokens);
  const admitted = async (name: string, times: number) =>
    (await Promise.all(Array.from({ length: times }, () => take(name)))).filter(({ isAdmitted }) => isAdmitted).length;

  it('admits the capacity of a full bucket, and then one request per refilled token', async () => {
    const name = newName();
    const began = performance.now();
    const atOnce = await admitted(name, 20);
    const elapsedMs = performance.now() - began;
    expect(atOnce).toBeGreaterThanOrEqual(5);
    expect(atOnce).toBeLessThanOrEqual(5 + Math.floor(elapsedMs / 100) + 1);
    await pause(110);
    expect(await admitted(name, 1)).toBe(1);
  });

  it('returns the remaining tokens, and takes none for a rejected request', async () => {
    const [name, slow] = [newName(), { capacity: 3, refill: 1, windowSeconds: 3_600 }];
    const left = [];
    for (let n = 0; n < 5; n += 1) {
      const { isAdmitted, parts } = await take(name, 1, slow);
      left.push([isAdmitted, wholeTokens(parts, slow)]);
    }
    expect(left).toEqual([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
      [false, 0],
    ]);
  });

  it('takes several tokens at once, or none', async () => {
    const [name, slow] = [newName(), { capacity: 10, refill: 1, windowSeconds: 3_600 }];
    expect(await take(name, 7, slow)).toMatchObject({ isAdmitted: true });
    expect(await take(name, 7, slow)).toMatchObject({ isAdmitted: false });
    expect(await take(name, 3, slow)).toMatchObject({ isAdmitted: true });
    expect(await take(newName(), 11, slow)).toMatchObject({ isAdmitted: false });
  });

  it('has one bucket per name', async () => {
    const [one, other, slow] = [newName(), newName(), { capacity: 1, refill: 1, windowSeconds: 3_600 }];
    expect(await take(one, 1, slow)).toMatchObject({ isAdmitted: true });
    expect(await take(one, 1, slow)).toMatchObject({ isAdmitted: false });
    expect(await take(other, 1, slow)).toMatchObject({ isAdmitted: true });
  });

  it('keeps the remaining tokens when the limit changes', async () => {
    const [name, small, large] = [
      newName(),
      { capacity: 2, refill: 2, windowSeconds: 60 },
      { capacity: 600, refill: 600, windowSeconds: 3_600 },
    ];
    await take(name, 2, small);
    const { isAdmitted, parts } = await take(name, 1, large);
    expect([isAdmitted, wholeTokens(parts, large)]).toEqual([false, 0]);
  });
}

describe('buckets in memory', () => {
  behavesAsBuckets(async () => {
    const buckets = new MemoryBuckets(nowUs);
    return { buckets, stop: () => buckets.stop() };
  });

  it('are evicted once they are full, and beyond the maximum number', () => {
    let clockUs = 0;
    const buckets = new MemoryBuckets(() => clockUs, 1_000);
    for (let n = 0; n < 5_000; n += 1) buckets.take(`k${n}`, TERMS, 1);
    expect(buckets.size).toBe(1_000);
    clockUs += 50_000;
    buckets.take('k4999', TERMS, 3);
    clockUs += 60_000;
    buckets.sweep();
    expect(buckets.size).toBe(1);
    clockUs += 1_000_000;
    buckets.sweep();
    expect(buckets.size).toBe(0);
    buckets.stop();
  });
});

describeWithRedis('buckets in Redis', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(() => server.stop());
  const connect = async () => {
    const buckets = new RedisBuckets([server.url], () => undefined, TIMEOUT_MS);
    await buckets.start();
    return { buckets, stop: () => buckets.stop() };
  };
  behavesAsBuckets(connect);

  it('are shared by all instances, also under concurrent requests', async () => {
    const instances = await Promise.all([connect(), connect(), connect()]);
    const [name, slow] = [newName(), { capacity: 600, refill: 1, windowSeconds: 3_600 }];
    const asked = instances.flatMap(({ buckets }) => Array.from({ length: 400 }, () => buckets.take(name, slow, 1)));
    const admitted = (await Promise.all(asked)).filter(({ isAdmitted }) => isAdmitted);
    expect(admitted).toHaveLength(600);
    instances.forEach(({ stop }) => stop());
  });

  it('expire once they are full', async () => {
    const { buckets, stop } = await connect();
    const redis = new Redis(server.url);
    const name = newName();
    const beganMs = performance.now();
    await buckets.take(name, { capacity: 60, refill: 60, windowSeconds: 60 }, 30);
    const ttlMs = await redis.pttl(`droptrack:bucket:${name}`);
    // Full after 30 s, and one second more, minus the duration of the call.
    expect(ttlMs).toBeGreaterThan(31_000 - (performance.now() - beganMs) - 5);
    expect(ttlMs).toBeLessThanOrEqual(31_000);
    stop();
    redis.disconnect();
  });

  // Both implementations must agree: otherwise a limit would depend on where it is counted.
  it('compute the same parts of a token as buckets in memory', async () => {
    const redis = new Redis(server.url);
    const script = TAKE.replace("redis.call('TIME')", '{ARGV[6], ARGV[7]}');
    expect(script).not.toBe(TAKE);
    const step = fc.record({
      afterUs: fc.integer({ min: -10_000_000, max: 90_000_000 }),
      tokens: fc.integer({ min: 1, max: 4 }),
    });
    const terms = fc.record({
      capacity: fc.integer({ min: 1, max: 10_000_000 }),
      refill: fc.integer({ min: 1, max: 10_000_000 }),
      windowSeconds: fc.constantFrom(1, 60),
    });
    await fc.assert(
      fc.asyncProperty(terms, fc.array(step, { minLength: 1, maxLength: 15 }), async (given, steps) => {
        const key = newName();
        let bucket: Bucket | null = null;
        let atUs = 1_800_000_000_000_000;
        for (const { afterUs, tokens } of steps) {
          atUs += afterUs;
          const now: Bucket = refilled(bucket, given, atUs);
          const drawn = draw(now, given, tokens);
          bucket = drawn ?? now;
          const time = [Math.floor(atUs / 1_000_000), atUs % 1_000_000];
          const result = await redis.eval(
            script,
            1,
            key,
            given.capacity,
            given.refill,
            given.windowSeconds,
            tokens,
            '',
            ...time,
          );
          expect(result).toEqual([drawn === null ? 0 : 1, bucket.parts]);
        }
      }),
      { numRuns: 150 },
    );
    redis.disconnect();
  });

  it('work after Redis has lost its scripts', async () => {
    const { buckets, stop } = await connect();
    const redis = new Redis(server.url);
    await redis.script('FLUSH');
    expect(await buckets.take(newName(), TERMS, 1)).toMatchObject({ isAdmitted: true });
    redis.disconnect();
    stop();
  });
});

describeWithRedis('shared buckets', () => {
  const SLOW: BucketTerms = { capacity: 10, refill: 1, windowSeconds: 3_600 };
  let server: RedisServer;
  let redis: RedisBuckets;
  let own: MemoryBuckets;
  let shared: SharedBuckets;
  beforeEach(async () => {
    server = await RedisServer.start();
    own = new MemoryBuckets(nowUs);
  });
  /** Connects to Redis. @param silenceMsMax - Redis timeout; the one of production by default. */
  const share = async (silenceMsMax?: number) => {
    redis = new RedisBuckets([server.url], () => undefined, silenceMsMax);
    shared = new SharedBuckets(redis, own);
    await redis.start();
    await untilShared();
  };
  afterEach(async () => {
    redis.stop();
    own.stop();
    await server.stop();
  });
  const take = async (name: string) => shared.take(name, SLOW, 1);
  /** Number of admitted requests out of `times`. */
  const admittedOf = async (name: string, times: number) => {
    let admitted = 0;
    for (let n = 0; n < times; n += 1) if ((await take(name)).isAdmitted) admitted += 1;
    return admitted;
  };
  const untilShared = async () => {
    const began = performance.now();
    while (!redis.isReady && performance.now() - began < 20_000) await pause(10);
    return performance.now() - began;
  };

  it('fall back to this process while Redis is unavailable, and are shared again afterwards', async () => {
    await share(TIMEOUT_MS);
    expect(await admittedOf('a', 4)).toBe(4);
    await server.stop();
    expect(await admittedOf('a', 12)).toBe(6);
    expect(await admittedOf('other', 12)).toBe(10);
    expect(shared.fallbacks).toBe(24);
    await server.start();
    expect(await untilShared()).toBeLessThan(10_000);
    expect(await admittedOf('unused', 1)).toBe(1);
    expect(shared.fallbacks).toBe(24);
  });

  // Otherwise a restart of Redis would grant every key another full bucket.
  it('grant one limit in total before, during and after a restart of Redis with an empty store', async () => {
    await share(TIMEOUT_MS);
    expect(await admittedOf('a', 4)).toBe(4);
    await server.stop();
    expect(await admittedOf('a', 3)).toBe(3);
    await server.start();
    await untilShared();
    expect(await admittedOf('a', 12)).toBe(3);
    expect(await admittedOf('a', 12)).toBe(0);
  });

  it('do not wait for a suspended Redis, and use it again afterwards', async () => {
    await share();
    await take('a');
    server.pause();
    const began = performance.now();
    expect(await Promise.all(Array.from({ length: 50 }, () => take('a')))).toHaveLength(50);
    expect(performance.now() - began).toBeLessThan(10_000);
    // Once Redis is known to be unavailable, no request waits for it.
    expect(shared.take('a', SLOW, 1)).not.toBeInstanceOf(Promise);
    server.resume();
    expect(await untilShared()).toBeLessThan(10_000);
  });
});
