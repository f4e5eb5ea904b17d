import { type Bucket, type BucketTerms, draw, refilled, secondsUntil } from '@droptrack/resilience';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config/config';

/** Networks whose buckets are in memory; beyond it the least recently seen one counts as new. */
const NETWORKS_MAX = 20_000;
const WINDOW_SECONDS = 60;

/** Limits of visitors, by client network. Loopback addresses, which have none, are not limited. */
export class VisitorLimits {
  readonly #pages: BucketTerms;
  readonly #checks: BucketTerms;
  readonly #buckets = new LRUCache<string, Bucket>({ max: NETWORKS_MAX });

  /** @param nowUs - microseconds of a clock that never steps back. */
  constructor(
    { pagesPerMinute, checksPerMinute }: Config['limits'],
    private readonly nowUs: () => number,
  ) {
    this.#pages = termsOf(pagesPerMinute);
    this.#checks = termsOf(checksPerMinute);
  }

  /** Counts a page. @returns 0 if it is admitted, otherwise the seconds until the next one is. */
  admitPage(network: string | null): number {
    return network === null ? 0 : this.#admit(`page ${network}`, this.#pages);
  }

  /** Counts a wallet check. @returns 0 if it is admitted, otherwise the seconds until the next one is. */
  admitCheck(network: string | null): number {
    return network === null ? 0 : this.#admit(`check ${network}`, this.#checks);
  }

  #admit(name: string, terms: BucketTerms): number {
    const bucket = refilled(this.#buckets.get(name) ?? null, terms, this.nowUs());
    const drawn = draw(bucket, terms, 1);
    this.#buckets.set(name, drawn ?? bucket);
    return drawn === null ? Math.max(1, secondsUntil(1, bucket.parts, terms)) : 0;
  }
}

const termsOf = (perMinute: number): BucketTerms => ({
  capacity: perMinute,
  refill: perMinute,
  windowSeconds: WINDOW_SECONDS,
});
