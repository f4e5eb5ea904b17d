import * as fc from 'fast-check';
import Redis from 'ioredis';
import type { Buckets } from '../src/platform/rate-limit/buckets';
import { MemoryBuckets } from '../src/platform/rate-limit/memory-buckets';
import { RedisBuckets } from '../src/platform/rate-limit/redis-buckets';
import { TAKE } from '../src/platform/rate-limit/redis-script';
import { SharedBuckets } from '../src/platform/rate-limit/shared-buckets';
import { type Bucket, type BucketTerms, draw, refilled, wholeTokens } from '../src/platform/rate-limit/token-bucket';
import { describeWithRedis, RedisServer } from './redis-server';

const nowUs = () => Math.floor(performance.now() * 1_000);
/** Longer than this process may stand still on a busy machine: for tests that are not about a Redis that hangs. */
const PATIENT_MS = 20_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Five at once, and one more every 100 ms: quick enough to wait for. */
const TERMS: BucketTerms = { capacity: 5, refill: 10, windowSeconds: 1 };

let names = 0;
/** A bucket that no other test draws from. */
const newName = () => `bucket${(names += 1)}`;

/** What holds wherever buckets are kept. */
function behavesAsBuckets(start: () => Promise<{ buckets: Buckets; stop(): unknown }>): void {
  let kept: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    kept = await start();
  });
  afterAll(() => kept.stop());
  const take = async (name: string, tokens = 1, terms = TERMS) => kept.buckets.take(name, terms, tokens);
  const admitted = async (name: string, times: number) =>
    (await Promise.all(Array.from({ length: times }, () => take(name)))).filter(({ isAdmitted }) => isAdmitted).length;

  it('admits what a full bucket holds, and then one whenever one has come in', async () => {
    const name = newName();
    const began = performance.now();
    const atOnce = await admitted(name, 20);
    const elapsedMs = performance.now() - began;
    expect(atOnce).toBeGreaterThanOrEqual(5);
    expect(atOnce).toBeLessThanOrEqual(5 + Math.floor(elapsedMs / 100) + 1);
    await pause(110);
    expect(await admitted(name, 1)).toBe(1);
  });

  it('says what is left, and a refusal leaves it', async () => {
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

  it('takes several at once, or none of them', async () => {
    const [name, slow] = [newName(), { capacity: 10, refill: 1, windowSeconds: 3_600 }];
    expect(await take(name, 7, slow)).toMatchObject({ isAdmitted: true });
    expect(await take(name, 7, slow)).toMatchObject({ isAdmitted: false });
    expect(await take(name, 3, slow)).toMatchObject({ isAdmitted: true });
    expect(await take(newName(), 11, slow)).toMatchObject({ isAdmitted: false });
  });

  it('keeps one bucket for each name', async () => {
    const [one, other, slow] = [newName(), newName(), { capacity: 1, refill: 1, windowSeconds: 3_600 }];
    expect(await take(one, 1, slow)).toMatchObject({ isAdmitted: true });
    expect(await take(one, 1, slow)).toMatchObject({ isAdmitted: false });
    expect(await take(other, 1, slow)).toMatchObject({ isAdmitted: true });
  });

  it('takes up a changed limit with what was left', async () => {
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

  it('keep those alone that were drawn from lately, and never more than their bound', () => {
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
    const buckets = new RedisBuckets(server.url, () => undefined, PATIENT_MS);
    await buckets.start();
    return { buckets, stop: () => buckets.stop() };
  };
  behavesAsBuckets(connect);

  it('are one bucket for all who draw from them, however many do at once', async () => {
    const instances = await Promise.all([connect(), connect(), connect()]);
    const [name, slow] = [newName(), { capacity: 600, refill: 1, windowSeconds: 3_600 }];
    const asked = instances.flatMap(({ buckets }) => Array.from({ length: 400 }, () => buckets.take(name, slow, 1)));
    const admitted = (await Promise.all(asked)).filter(({ isAdmitted }) => isAdmitted);
    expect(admitted).toHaveLength(600);
    instances.forEach(({ stop }) => stop());
  });

  it('expire by themselves once they are full', async () => {
    const { buckets, stop } = await connect();
    const redis = new Redis(server.url);
    const name = newName();
    const beganMs = performance.now();
    await buckets.take(name, { capacity: 60, refill: 60, windowSeconds: 60 }, 30);
    const ttlMs = await redis.pttl(`droptrack:bucket:${name}`);
    // Full after 30 s, and a second more; what asking took has gone by.
    expect(ttlMs).toBeGreaterThan(31_000 - (performance.now() - beganMs) - 5);
    expect(ttlMs).toBeLessThanOrEqual(31_000);
    stop();
    redis.disconnect();
  });

  // Two writings of one rule must not drift apart: a limit would depend on where it is counted.
  it('reckon to the last part as the buckets in memory do', async () => {
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
          const told = await redis.eval(
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
          expect(told).toEqual([drawn === null ? 0 : 1, bucket.parts]);
        }
      }),
      { numRuns: 150 },
    );
    redis.disconnect();
  });

  it('are found again after Redis has forgotten its scripts', async () => {
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
  /** Begins to share them; silence is borne as long as in service when not told otherwise. */
  const share = async (silenceMsMax?: number) => {
    redis = new RedisBuckets(server.url, () => undefined, silenceMsMax);
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
  /** How many of so many are admitted. */
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

  it('go on in this process while Redis is away, and are shared again when it returns', async () => {
    await share(PATIENT_MS);
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

  // Redis empty and full again would be one limit more, and the bucket of each instance another.
  it('give one limit in all, before, while and after Redis is away and comes back empty', async () => {
    await share(PATIENT_MS);
    expect(await admittedOf('a', 4)).toBe(4);
    await server.stop();
    expect(await admittedOf('a', 3)).toBe(3);
    await server.start();
    await untilShared();
    expect(await admittedOf('a', 12)).toBe(3);
    expect(await admittedOf('a', 12)).toBe(0);
  });

  it('do not wait for a Redis that hangs, and come back to it', async () => {
    await share();
    await take('a');
    server.pause();
    const began = performance.now();
    expect(await Promise.all(Array.from({ length: 50 }, () => take('a')))).toHaveLength(50);
    expect(performance.now() - began).toBeLessThan(10_000);
    // Known to be away, it costs nothing any more.
    expect(shared.take('a', SLOW, 1)).not.toBeInstanceOf(Promise);
    server.resume();
    expect(await untilShared()).toBeLessThan(10_000);
  });
});
