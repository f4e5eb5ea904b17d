import type { BucketTerms, Taken } from './token-bucket';

/** Where buckets are kept, one for each name. */
export interface Buckets {
  /**
   * Takes tokens from a bucket, all of them or none; without a promise where nothing waits.
   *
   * @param name - whose bucket it is.
   * @param tokens - how many, a positive integer.
   */
  take(name: string, terms: BucketTerms, tokens: number): Taken | Promise<Taken>;
}
