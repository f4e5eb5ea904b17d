import Redis from 'ioredis';
import type { Buckets } from './buckets';
import { TAKE, TAKE_SHA } from './redis-script';
import type { BucketTerms, Taken } from './token-bucket';

/** Every name of ours in Redis begins so. */
const PREFIX = 'droptrack:bucket:';
/** Redis answers within a millisecond; after this long without a word the connection is given up. */
const SILENCE_MS_MAX = 500;
/** Between two tries to connect: what comes back is found well within a second. */
const RECONNECT_EVERY_MS = 200;

/** Buckets in Redis, which all instances share: one script call a request. */
export class RedisBuckets implements Buckets {
  readonly #redis: Redis;

  /**
   * @param url - `redis://` or `rediss://`.
   * @param onTrouble - the connection broke or could not be made; it is tried again by itself.
   */
  constructor(url: string, onTrouble: (error: Error) => void) {
    this.#redis = new Redis(url, {
      lazyConnect: true,
      // A request does not wait for Redis to come back.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      connectTimeout: SILENCE_MS_MAX,
      socketTimeout: SILENCE_MS_MAX,
      retryStrategy: () => RECONNECT_EVERY_MS,
      connectionName: 'droptrack-api',
    });
    this.#redis.on('error', onTrouble);
  }

  /** Whether it can be asked now. */
  get isReady(): boolean {
    return this.#redis.status === 'ready';
  }

  /** Connects; when Redis is not there it is tried on and on. */
  async start(): Promise<void> {
    await this.#redis.connect().catch(() => undefined);
  }

  /** @throws {Error} when Redis cannot be asked, or refuses. */
  async take(name: string, { capacity, refill, windowSeconds }: BucketTerms, tokens: number): Promise<Taken> {
    const given = [1, PREFIX + name, capacity, refill, windowSeconds, tokens] as const;
    const [admitted, parts] = (await this.#redis
      .evalsha(TAKE_SHA, ...given)
      .catch((error: unknown) => (isUnknownScript(error) ? this.#redis.eval(TAKE, ...given) : refuse(error)))) as [
      number,
      number,
    ];
    return { isAdmitted: admitted === 1, parts };
  }

  stop(): void {
    this.#redis.disconnect();
  }
}

/** Redis forgets its scripts when it is started anew. */
const isUnknownScript = (error: unknown): boolean => error instanceof Error && error.message.startsWith('NOSCRIPT');

function refuse(error: unknown): never {
  throw error;
}
