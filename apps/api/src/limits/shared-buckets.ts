import type { Buckets } from './buckets';
import type { MemoryBuckets } from './memory-buckets';
import type { RedisBuckets } from './redis-buckets';
import type { BucketTerms, Taken } from './token-bucket';

/**
 * Buckets that all instances share through Redis. While Redis is away each instance has its own:
 * the service goes on, with limits that are right for each instance alone.
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
    return this.shared.take(name, terms, tokens).catch(() => this.#takeOwn(name, terms, tokens));
  }

  #takeOwn(name: string, terms: BucketTerms, tokens: number): Taken {
    this.#fallbacks += 1;
    return this.own.take(name, terms, tokens);
  }
}
