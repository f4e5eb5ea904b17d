import type { Logger } from 'pino';
import type { Config } from '../config/config';
import { BucketStorage } from './bucket-storage';
import { FailedKeys } from './failed-keys';
import { MemoryBuckets } from './memory-buckets';
import { RedisBuckets } from './redis-buckets';
import { SharedBuckets } from './shared-buckets';

/** Everything that is counted to limit requests. */
export interface Limits {
  readonly buckets: BucketStorage;
  readonly failedKeys: FailedKeys;
  /** Requests that this instance counted for itself because Redis was away; 0 without Redis. */
  readonly fallbacks: () => number;
  /** Finds Redis, where there is one; waits no longer than a moment. */
  start(): Promise<void>;
  stop(): void;
}

/** What goes wrong with Redis is told once in this long, in milliseconds. */
const TELL_EVERY_MS = 60_000;

/**
 * Puts the limits together: buckets in Redis with this process's own behind them, or those alone.
 *
 * @param monotonicMs - a clock that never steps back, milliseconds.
 */
export function createLimits(
  { redisUrl, failedKeys }: Config['limits'],
  logger: Logger,
  monotonicMs: () => number,
): Limits {
  const nowUs = (): number => Math.floor(monotonicMs() * 1_000);
  const [own, failures] = [new MemoryBuckets(nowUs), new MemoryBuckets(nowUs)];
  const stop = (): void => {
    own.stop();
    failures.stop();
  };
  const common = { failedKeys: new FailedKeys(failures, failedKeys) };
  if (redisUrl === null) {
    return { ...common, buckets: new BucketStorage(own), fallbacks: () => 0, start: () => Promise.resolve(), stop };
  }
  const redis = new RedisBuckets(redisUrl, tellSeldom(logger, monotonicMs));
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

/** A Redis that is away fails several times a second. */
function tellSeldom(logger: Logger, monotonicMs: () => number): (error: Error) => void {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (monotonicMs() - toldAtMs < TELL_EVERY_MS) return;
    toldAtMs = monotonicMs();
    logger.warn({ err: error }, 'Redis is away: this instance counts requests for itself until it is back');
  };
}
