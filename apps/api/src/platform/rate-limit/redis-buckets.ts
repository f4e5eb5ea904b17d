import Redis from 'ioredis';

import { BatchedWrites } from '../fast-path/batched-writes';
import { TAKE } from './redis-script';
import { TakeCommand } from '../fast-path/take-command';
import type { Buckets, BucketTerms, Taken } from './token-bucket';

/** Every name of ours in Redis begins so. */
const PREFIX = 'droptrack:bucket:';
/** Redis answers within a millisecond; after this long without a word the connection is given up. */
const SILENCE_MS_MAX = 500;
/** Between two tries to connect: what comes back is found well within a second. */
const RECONNECT_EVERY_MS = 200;
/** Calls that go to Redis in one write. Twice as many gain little more, and with few callers all would wait for one. */
const SENT_TOGETHER = 8;

/** Buckets in Redis, which all instances share: one script call a request. */
export class RedisBuckets implements Buckets {
  readonly #redis: Redis;
  readonly #writes = new BatchedWrites(SENT_TOGETHER);

  /**
   * @param url - `redis://` or `rediss://`.
   * @param onTrouble - the connection broke or could not be made; it is tried again by itself.
   * @param silenceMsMax - how long Redis may take to answer.
   */
  constructor(url: string, onTrouble: (error: Error) => void, silenceMsMax: number = SILENCE_MS_MAX) {
    this.#redis = new Redis(url, {
      lazyConnect: true,
      // A request does not wait for Redis to come back.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      connectTimeout: silenceMsMax,
      socketTimeout: silenceMsMax,
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

  /**
   * @param partsMost - parts that the bucket holds at most; null for what Redis says.
   * @throws {Error} when Redis cannot be asked, or refuses; as a promise that is rejected.
   */
  take(name: string, terms: BucketTerms, tokens: number, partsMost: number | null = null): Promise<Taken> {
    const key = PREFIX + name;
    const command = new TakeCommand(key, terms, tokens, partsMost);
    this.#send(command);
    return command.promise.then(takenOf, (error: unknown) => {
      if (isUnknownScript(error)) return this.#teach(key, terms, tokens, partsMost);
      throw error;
    });
  }

  stop(): void {
    this.#redis.disconnect();
  }

  #send(command: TakeCommand): void {
    if (!this.isReady) {
      // It is refused there.
      this.#redis.sendCommand(command);
      return;
    }
    this.#writes.begin(this.#redis.stream);
    this.#redis.sendCommand(command);
    this.#writes.end();
  }

  /** Sends the script itself, which Redis knows from then on. */
  async #teach(key: string, terms: BucketTerms, tokens: number, partsMost: number | null): Promise<Taken> {
    const { capacity, refill, windowSeconds } = terms;
    return takenOf(await this.#redis.eval(TAKE, 1, key, capacity, refill, windowSeconds, tokens, partsMost ?? ''));
  }
}

/** What the script gives back. */
function takenOf(reply: unknown): Taken {
  const [admitted, parts] = reply as [number, number];
  return { isAdmitted: admitted === 1, parts };
}

/** Redis forgets its scripts when it is started anew. */
const isUnknownScript = (error: unknown): boolean => error instanceof Error && error.message.startsWith('NOSCRIPT');
