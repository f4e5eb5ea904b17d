import type { MemoryBuckets } from './memory-buckets';
import type { RedisBuckets } from './redis-buckets';
import type { Buckets, BucketTerms, Taken } from '@droptrack/resilience';

/**
 * Buckets that all instances share through Redis. While Redis is unavailable, each instance limits requests by itself.
 *
 * Levels are copied in both directions: the bucket of an instance starts at the last level read from Redis, and bounds the
 * level in Redis once Redis is available again, even if Redis has lost its data. So an instance never admits more requests
 * of a key than one bucket allows.
 */
export class SharedBuckets implements Buckets {
  #fallbacks = 0;

  constructor(
    private readonly shared: Pick<RedisBuckets, 'isReady' | 'take'>,
    private readonly own: MemoryBuckets,
  ) {}

  /** Requests counted by this instance alone. */
  get fallbacks(): number {
    return this.#fallbacks;
  }

  take(name: string, terms: BucketTerms, tokens: number): Taken | Promise<Taken> {
    if (!this.shared.isReady) return this.#takeOwn(name, terms, tokens);
    return this.#takeShared(name, terms, tokens);
  }

  async #takeShared(name: string, terms: BucketTerms, tokens: number): Promise<Taken> {
    let taken: Taken;
    try {
      taken = await this.shared.take(name, terms, tokens, this.own.drawnParts(name, terms));
    } catch {
      return this.#takeOwn(name, terms, tokens);
    }
    this.own.copyLevel(name, terms, taken.parts);
    return taken;
  }

  #takeOwn(name: string, terms: BucketTerms, tokens: number): Taken {
    this.#fallbacks += 1;
    return this.own.take(name, terms, tokens);
  }
}
