import type { IncomingMessage } from 'node:http';
import type { ThrottlerStorage } from '@nestjs/throttler';
import {
  type Buckets,
  type BucketTerms,
  secondsToNextToken,
  secondsUntil,
  type Taken,
  wholeTokens,
} from '@droptrack/resilience';

/** Storage of `@nestjs/throttler` that holds token buckets: our guard and the library's own draw from the same ones. */
export class BucketStorage implements ThrottlerStorage, Buckets {
  readonly #rejections = new WeakMap<IncomingMessage, Taken>();

  constructor(private readonly buckets: Buckets) {}

  /** Stores the rejection of a request that another handler responds to, so that its bucket is not called again. */
  storeRejection(request: IncomingMessage, rejection: Taken): void {
    this.#rejections.set(request, rejection);
  }

  /** The stored rejection of a request; undefined if its bucket has not been called yet. */
  rejectionOf(request: IncomingMessage): Taken | undefined {
    return this.#rejections.get(request);
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
