import { BucketStorage } from './bucket-storage';
import { MemoryBuckets } from './memory-buckets';
import { SharedBuckets } from './shared-buckets';
import { type BucketTerms, partsPerToken, type Taken } from '@droptrack/resilience';

const TERMS: BucketTerms = { capacity: 60, refill: 60, windowSeconds: 60 };
const INSTANCES = 3;

/** Instances with one store and a clock; the store can be unavailable and can lose its data. */
function setUp() {
  let nowUs = 0;
  const clock = () => nowUs;
  let store = new MemoryBuckets(clock);
  const redis = {
    isReady: true,
    /** Like the script: the stored level, limited by the bound. */
    take: (name: string, terms: BucketTerms, tokens: number, partsMost: number | null): Promise<Taken> => {
      if (!redis.isReady) return Promise.reject(new Error('away'));
      if (partsMost !== null) store.copyLevel(name, terms, Math.min(partsMost, store.level(name, terms)));
      return Promise.resolve(store.take(name, terms, tokens));
    },
  };
  const instances = Array.from({ length: INSTANCES }, () => new SharedBuckets(redis, new MemoryBuckets(clock)));
  /** Sends a number of requests to each instance; returns the number of admitted ones. */
  const ask = async (timesEach: number, from: readonly SharedBuckets[] = instances): Promise<number> => {
    let admitted = 0;
    for (let n = 0; n < timesEach; n += 1) {
      for (const each of from) if ((await each.take('key', TERMS, 1)).isAdmitted) admitted += 1;
    }
    return admitted;
  };
  return {
    instances,
    redis,
    clock,
    ask,
    passSeconds: (seconds: number) => void (nowUs += seconds * 1_000_000),
    lose: () => void (redis.isReady = false),
    returnEmpty: () => {
      store = new MemoryBuckets(clock);
      redis.isReady = true;
    },
    returnAsBefore: () => void (redis.isReady = true),
  };
}

describe('SharedBuckets', () => {
  // A full bucket at each change would admit 1 + 3 + 1 limits.
  it('admit one limit and the refilled tokens before, during and after an outage of Redis that loses its data', async () => {
    const { ask, passSeconds, lose, returnEmpty } = setUp();
    expect(await ask(100)).toBe(60);
    lose();
    expect(await ask(100)).toBe(0);
    passSeconds(5);
    expect(await ask(100)).toBe(INSTANCES * 5);
    returnEmpty();
    expect(await ask(100)).toBe(0);
    passSeconds(5);
    expect(await ask(100)).toBe(5);
  });

  it('admit no second limit after an outage in which every request was rejected by the last level', async () => {
    const { passSeconds, lose, returnEmpty, redis, clock } = setUp();
    const own = new MemoryBuckets(clock);
    const buckets = new BucketStorage(new SharedBuckets(redis, own), own);
    const ask = async (): Promise<number> => {
      let admitted = 0;
      for (let n = 0; n < 100; n += 1) {
        // As in front of the framework: a key without a token takes none.
        if (buckets.levelIfEmpty('key', TERMS) === null && (await buckets.take('key', TERMS, 1)).isAdmitted)
          admitted += 1;
      }
      return admitted;
    };
    expect(await ask()).toBe(60);
    lose();
    expect(await ask()).toBe(0);
    returnEmpty();
    expect(await ask()).toBe(0);
    passSeconds(1);
    expect(await ask()).toBe(1);
    own.stop();
  });

  it('admit one limit per instance if the key is new to all of them', async () => {
    const { ask, lose, returnEmpty } = setUp();
    lose();
    expect(await ask(100)).toBe(INSTANCES * 60);
    returnEmpty();
    expect(await ask(100)).toBe(0);
  });

  it('adopt the lowest level of all instances, as each of them receives a request', async () => {
    const { instances, ask, lose, returnEmpty } = setUp();
    const [first, second] = instances.map((each) => [each]);
    lose();
    expect(await ask(10, first)).toBe(10);
    expect(await ask(55, second)).toBe(55);
    returnEmpty();
    expect(await ask(1, first)).toBe(1);
    expect(await ask(100, second)).toBe(5);
    expect(await ask(100)).toBe(0);
  });

  it('keep the level of Redis if it is lower', async () => {
    const { instances, ask, lose, returnAsBefore } = setUp();
    const [first, second] = instances.map((each) => [each]);
    expect(await ask(50, first)).toBe(50);
    lose();
    expect(await ask(1, second)).toBe(1);
    returnAsBefore();
    expect(await ask(100, second)).toBe(10);
  });

  // Otherwise the bucket would lose the latency of Redis with each request.
  it('copy a level to Redis once, which then refills it by its own clock', async () => {
    const { instances, passSeconds, lose, returnAsBefore } = setUp();
    const [instance] = instances;
    lose();
    await instance?.take('key', TERMS, 60);
    returnAsBefore();
    await instance?.take('key', TERMS, 1);
    passSeconds(30);
    expect(await instance?.take('key', TERMS, 1)).toEqual({ isAdmitted: true, parts: 29 * partsPerToken(TERMS) });
  });
});
