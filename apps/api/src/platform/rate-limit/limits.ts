import type { Logger } from 'pino';
import type { Config } from '../config/config';
import { onceAMinute } from '../logging/once-a-minute';
import { BucketStorage } from './bucket-storage';
import { FailedKeys } from './failed-keys';
import { MemoryBuckets } from './memory-buckets';
import { NetworkLimit } from './network-limit';
import { RedisBuckets } from './redis-buckets';
import { SharedBuckets } from './shared-buckets';

/** Pictures that a client network can request in a minute. */
const PICTURES_PER_MINUTE = 60;

/** Buckets of keys and of client addresses. */
export interface Limits {
  readonly buckets: BucketStorage;
  readonly failedKeys: FailedKeys;
  readonly pictures: NetworkLimit;
  /** Requests that this instance counted by itself while Redis was unavailable; 0 without Redis. */
  readonly fallbacks: () => number;
  /** Connects to Redis if it is configured; waits half a second at most. */
  start(): Promise<void>;
  stop(): void;
}

/**
 * Creates the limits: buckets in Redis that fall back to this process's own, or only those.
 *
 * @param monotonicMs - a clock that never steps back, milliseconds.
 */
export function createLimits(
  { redisNodes, failedKeys }: Config['limits'],
  logger: Logger,
  monotonicMs: () => number,
): Limits {
  const nowUs = (): number => Math.floor(monotonicMs() * 1_000);
  const [own, failures, viewers] = [new MemoryBuckets(nowUs), new MemoryBuckets(nowUs), new MemoryBuckets(nowUs)];
  const stop = (): void => {
    own.stop();
    failures.stop();
    viewers.stop();
  };
  const common = {
    failedKeys: new FailedKeys(failures, failedKeys),
    pictures: new NetworkLimit(viewers, PICTURES_PER_MINUTE),
  };
  if (redisNodes === null) {
    return { ...common, buckets: new BucketStorage(own), fallbacks: () => 0, start: () => Promise.resolve(), stop };
  }
  const reportOutage = onceAMinute(monotonicMs, (err: Error) =>
    logger.warn({ err }, 'Redis is away: this instance counts requests for itself until it is back'),
  );
  const redis = new RedisBuckets(redisNodes, reportOutage);
  const shared = new SharedBuckets(redis, own);
  return {
    ...common,
    buckets: new BucketStorage(shared),
    fallbacks: () => shared.fallbacks,
    start: () => redis.start(),
    stop: () => {
      redis.stop();
      stop();
    },
  };
}
