import type { DomainError } from '../errors/domain-error';
import { clientNetwork } from './client-network';
import type { MemoryBuckets } from './memory-buckets';
import { type BucketTerms, partsPerToken, rateLimited } from './token-bucket';

/**
 * Requests whose key did not work, by client address: whoever tries keys is slowed down. Kept by
 * each instance for itself; a guess must not cost a round trip.
 */
export class FailedKeys {
  readonly #terms: BucketTerms;

  /**
   * @param buckets - of their own, so that many addresses push out nobody's limit.
   * @param capacity - failures at once; one more a second.
   */
  constructor(
    private readonly buckets: MemoryBuckets,
    capacity: number,
  ) {
    this.#terms = { capacity, refill: 1, windowSeconds: 1 };
  }

  /**
   * Refuses an address that has failed too often, before anything is looked up for it.
   *
   * @throws {DomainError} `rate_limited`
   */
  assertMayTry(address: string): void {
    const network = clientNetwork(address);
    if (network === null) return;
    const parts = this.buckets.level(network, this.#terms);
    if (parts < partsPerToken(this.#terms)) throw this.#tooMany(parts);
  }

  /**
   * Counts one failure.
   *
   * @throws {DomainError} `rate_limited` when the address has used up its failures.
   */
  count(address: string): void {
    const network = clientNetwork(address);
    if (network === null) return;
    const { isAdmitted, parts } = this.buckets.take(network, this.#terms, 1);
    if (!isAdmitted) throw this.#tooMany(parts);
  }

  #tooMany(parts: number): DomainError {
    return rateLimited('Too many requests with invalid keys from this address', this.#terms, parts);
  }
}
