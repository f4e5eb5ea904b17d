import Redis, { type Cluster } from 'ioredis';
import { BatchedWrites } from '../fast-path/batched-writes';
import { createRedis } from './redis-client';
import { TAKE } from './redis-script';
import { TakeCommand } from '../fast-path/take-command';
import type { Buckets, BucketTerms, Taken } from '@droptrack/resilience';

/** Prefix of all keys in Redis. */
const PREFIX = 'droptrack:bucket:';
/** Maximum time without a response before the connection is closed, in milliseconds; Redis usually responds within one. */
const SILENCE_MS_MAX = 500;
/** Most calls in one write to Redis. Larger batches gain little, and make concurrent requests wait for each other. */
const SENT_TOGETHER = 8;

/**
 * Buckets in Redis, shared by all instances: one script call per request, on one key, so that a cluster can hold each on
 * another node.
 */
export class RedisBuckets implements Buckets {
  readonly #redis: Redis | Cluster;
  readonly #writes = new BatchedWrites(SENT_TOGETHER);

  /**
   * @param nodes - as of {@link createRedis}.
   * @param onError - called when a connection fails, with an error that can be logged; it is retried automatically.
   * @param silenceMsMax - maximum time without a response, in milliseconds.
   */
  constructor(nodes: readonly string[], onError: (error: Error) => void, silenceMsMax: number = SILENCE_MS_MAX) {
    this.#redis = createRedis(nodes, silenceMsMax);
    const report = (error: Error): void => onError(withoutCommand(error));
    this.#redis.on('error', report);
    this.#redis.on('node error', report);
  }

  /** True while Redis is connected. */
  get isReady(): boolean {
    return this.#redis.status === 'ready';
  }

  /** Connects; if Redis is unavailable, the connection is retried until {@link stop}, and this returns after the first error. */
  async start(): Promise<void> {
    // Of Sentinels that are all away, the connection fails and this promise goes on.
    const failure = new Promise((resolve) => this.#redis.once('error', resolve));
    await Promise.race([this.#redis.connect().catch(() => undefined), failure]);
  }

  /**
   * @param partsMost - upper bound of the level, in parts; null for none.
   * @returns a promise that is rejected if Redis is unavailable or returns an error.
   */
  take(name: string, terms: BucketTerms, tokens: number, partsMost: number | null = null): Promise<Taken> {
    const key = PREFIX + name;
    const command = new TakeCommand(key, terms, tokens, partsMost);
    this.#send(command);
    return command.promise.then(takenOf, (error: unknown) => {
      if (isUnknownScript(error)) return this.#sendScript(key, terms, tokens, partsMost);
      throw error;
    });
  }

  stop(): void {
    this.#redis.disconnect();
  }

  #send(command: TakeCommand): void {
    if (!this.isReady || !(this.#redis instanceof Redis)) {
      // ioredis rejects the command, or sends it to its node of a cluster, without the batching of one stream.
      void this.#redis.sendCommand(command);
      return;
    }
    this.#writes.begin(this.#redis.stream);
    void this.#redis.sendCommand(command);
    this.#writes.end();
  }

  /** Sends the script, which Redis then caches. */
  async #sendScript(key: string, terms: BucketTerms, tokens: number, partsMost: number | null): Promise<Taken> {
    const { capacity, refill, windowSeconds } = terms;
    return takenOf(await this.#redis.eval(TAKE, 1, key, capacity, refill, windowSeconds, tokens, partsMost ?? ''));
  }
}

/** Result of the script. */
function takenOf(reply: unknown): Taken {
  const [admitted, parts] = reply as [number, number];
  return { isAdmitted: admitted === 1, parts };
}

/** A restart of Redis clears its cache of scripts. */
const isUnknownScript = (error: unknown): boolean => error instanceof Error && error.message.startsWith('NOSCRIPT');

/** An error without the rejected command, which the client attaches and some servers quote: that of a login is secret. */
function withoutCommand({ message, code }: Error & { readonly code?: unknown }): Error {
  return Object.assign(new Error(message.replace(/, with args.*/s, '')), code !== undefined && { code });
}
