import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Buckets } from './buckets';
import { type BucketTerms, secondsToNextToken, secondsUntil, type Taken, wholeTokens } from './token-bucket';

/**
 * The buckets as `@nestjs/throttler` knows a storage: whatever of the library is put on a route,
 * its own guard included, draws from them.
 */
export class BucketStorage implements ThrottlerStorage, Buckets {
  constructor(private readonly buckets: Buckets) {}

  take(name: string, terms: BucketTerms, tokens: number): Taken | Promise<Taken> {
    return this.buckets.take(name, terms, tokens);
  }

  /**
   * Takes one token.
   *
   * @param ttl - milliseconds in which `limit` tokens come in.
   * @param limit - tokens that the bucket holds. There is no time of being blocked beyond the next token.
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

/** The library's way to say a limit as the terms of a bucket. */
export const termsOf = (limit: number, ttlMs: number): BucketTerms => ({
  capacity: limit,
  refill: limit,
  windowSeconds: ttlMs / 1_000,
});
