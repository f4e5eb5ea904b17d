import type { MemoryBuckets } from './memory-buckets';
import type { RedisBuckets } from './redis-buckets';
import type { Buckets, BucketTerms, Taken } from './token-bucket';

/**
 * Buckets that all instances share through Redis. While Redis is away each instance has its own:
 * the service goes on, with limits that are right for each instance alone.
 *
 * A level is carried both ways. An instance's own bucket begins at the level that it last saw in Redis, and the bucket
 * in Redis holds no more than the instance's own once it is back, empty or not. So the requests of one key that an
 * instance admits stay within one bucket, whatever Redis does.
 */
export class SharedBuckets implements Buckets {
  #fallbacks = 0;

  constructor(
    private readonly shared: Pick<RedisBuckets, 'isReady' | 'take'>,
    private readonly own: MemoryBuckets,
  ) {}

  /** Requests that were counted by this instance alone. */
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
