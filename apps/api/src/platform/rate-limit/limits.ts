import { explainRedisError, redisAddress } from '@droptrack/program/redis-fault';
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
  /** Connects to Redis if it is configured; waits half a second at most, and for each Sentinel. */
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
    return {
      ...common,
      buckets: new BucketStorage(own, own),
      fallbacks: () => 0,
      start: () => Promise.resolve(),
      stop,
    };
  }
  const address = redisNodes.map(redisAddress).join(', ');
  const reportOutage = onceAMinute(monotonicMs, (error: Error) =>
    logger.warn(outageOf(error, address), outageSentence(error, address)),
  );
  const redis = new RedisBuckets(redisNodes, reportOutage);
  const shared = new SharedBuckets(redis, own);
  return {
    ...common,
    buckets: new BucketStorage(shared, own),
    fallbacks: () => shared.fallbacks,
    start: () => redis.start(),
    stop: () => {
      redis.stop();
      stop();
    },
  };
}

/** Facts of an outage for the log, without a stack: it is no fault of the program. */
function outageOf({ message, code }: NodeJS.ErrnoException, address: string) {
  return { address, ...(code !== undefined && { code }), reason: message };
}

/** Problem, remedy and effect. */
function outageSentence(error: Error, address: string): string {
  const fault = explainRedisError(error);
  const problem = fault?.problem ?? `Redis rejects a command (${error.message})`;
  const remedy = fault?.mend ?? 'check its log and the rights of its user';
  return `${problem}, at ${address}: ${remedy}; until then this instance counts requests by itself`;
}
