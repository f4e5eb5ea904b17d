import type { DomainError } from '../errors/domain-error';
import type { MemoryBuckets } from './memory-buckets';
import { type BucketTerms, clientNetwork, partsPerToken } from '@droptrack/resilience';
import { rateLimited } from './key-limit';

/**
 * Limits requests with invalid keys by client address, against guessing of keys. Each instance counts by itself, so that a
 * guess causes no round trip.
 */
export class FailedKeys {
  readonly #terms: BucketTerms;

  /**
   * @param buckets - separate from those of keys, so that many addresses cannot evict the bucket of a key.
   * @param capacity - burst of failures; one is added per second.
   */
  constructor(
    private readonly buckets: MemoryBuckets,
    capacity: number,
  ) {
    this.#terms = { capacity, refill: 1, windowSeconds: 1 };
  }

  /**
   * Rejects an address that has failed too often, before a key is looked up.
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
