import type { ThrottlerStorage } from '@nestjs/throttler';
import {
  type Buckets,
  type BucketTerms,
  partsPerToken,
  secondsToNextToken,
  secondsUntil,
  type Taken,
  wholeTokens,
} from '@droptrack/resilience';
import type { MemoryBuckets } from './memory-buckets';

/** Storage of `@nestjs/throttler` that holds token buckets: our guard and the library's own draw from the same ones. */
export class BucketStorage implements ThrottlerStorage, Buckets {
  /**
   * @param buckets - from which tokens are taken.
   * @param own - buckets in memory: the same ones, or those with the last levels that were read from Redis.
   */
  constructor(
    private readonly buckets: Buckets,
    private readonly own: Pick<MemoryBuckets, 'level' | 'markDrawn'>,
  ) {}

  /**
   * Level of a bucket that has no token by what is in memory, in parts; null if it may have one. It takes none, and does not
   * call Redis: a level that was read from there rises by the refill alone.
   *
   * The bucket bounds the one in Redis from then on, as after a request that was counted here: Redis may have lost its data
   * while requests were rejected by this level.
   */
  levelIfEmpty(name: string, terms: BucketTerms): number | null {
    const parts = this.own.level(name, terms);
    if (parts >= partsPerToken(terms)) return null;
    this.own.markDrawn(name);
    return parts;
  }

  take(name: string, terms: BucketTerms, tokens: number): Taken | Promise<Taken> {
    return this.buckets.take(name, terms, tokens);
  }

  /**
   * Takes one token.
   *
   * @param ttl - milliseconds in which `limit` tokens are added.
   * @param limit - capacity of the bucket. A client is blocked until the next token, and no longer.
   */
  async increment(key: string, ttl: number, limit: number): ReturnType<ThrottlerStorage['increment']> {
    const terms = termsOf(limit, ttl);
    const { isAdmitted, parts } = await this.take(key, terms, 1);
    return {
      totalHits: limit - wholeTokens(parts, terms),
      timeToExpire: secondsToNextToken(parts, terms),
      isBlocked: !isAdmitted,
      timeToBlockExpire: isAdmitted ? 0 : secondsUntil(1, parts, terms),
    };
  }
}

/** Terms of a bucket from a limit in the library's form. */
export const termsOf = (limit: number, ttlMs: number): BucketTerms => ({
  capacity: limit,
  refill: limit,
  windowSeconds: ttlMs / 1_000,
});
