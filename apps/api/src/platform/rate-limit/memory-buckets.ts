import {
  type Bucket,
  type Buckets,
  type BucketTerms,
  draw,
  partsWhenFull,
  refilled,
  type Taken,
} from '@droptrack/resilience';

interface StoredBucket {
  bucket: Bucket;
  terms: BucketTerms;
  /** True if tokens were taken here since the level was last copied from the shared store. */
  isDrawn: boolean;
}

/** Interval at which full buckets are deleted, in milliseconds. */
const SWEEP_EVERY_MS = 10_000;
/** Most buckets in memory; beyond it the oldest is deleted and counts as full. */
const STORED_MAX = 200_000;

/** Buckets of this process alone. A full bucket equals none, so full ones are deleted. */
export class MemoryBuckets implements Buckets {
  readonly #stored = new Map<string, StoredBucket>();
  readonly #sweeping: NodeJS.Timeout;

  /**
   * @param nowUs - microseconds of a clock that never steps back.
   * @param storedMax - most buckets in memory.
   */
  constructor(
    private readonly nowUs: () => number,
    private readonly storedMax: number = STORED_MAX,
  ) {
    this.#sweeping = setInterval(() => this.sweep(), SWEEP_EVERY_MS);
    this.#sweeping.unref();
  }

  get size(): number {
    return this.#stored.size;
  }

  take(name: string, terms: BucketTerms, tokens: number): Taken {
    const stored = this.#stored.get(name);
    const bucket = refilled(stored === undefined ? null : stored.bucket, terms, this.nowUs());
    const drawn = draw(bucket, terms, tokens);
    if (stored !== undefined) {
      stored.bucket = drawn ?? bucket;
      stored.terms = terms;
      stored.isDrawn = true;
    } else if (drawn !== null) {
      this.#store(name, { bucket: drawn, terms, isDrawn: true });
    }
    return { isAdmitted: drawn !== null, parts: (drawn ?? bucket).parts };
  }

  /** Parts that a bucket holds now. */
  level(name: string, terms: BucketTerms): number {
    return refilled(this.#stored.get(name)?.bucket ?? null, terms, this.nowUs()).parts;
  }

  /** Makes the level of a bucket bound that in the shared store, as if tokens had been taken here. */
  markDrawn(name: string): void {
    const stored = this.#stored.get(name);
    if (stored !== undefined) stored.isDrawn = true;
  }

  /** Copies the level of a bucket in the shared store, in parts. */
  copyLevel(name: string, terms: BucketTerms, parts: number): void {
    const bucket = { parts, atUs: this.nowUs() };
    const stored = this.#stored.get(name);
    if (stored === undefined) return this.#store(name, { bucket, terms, isDrawn: false });
    stored.bucket = bucket;
    stored.terms = terms;
    stored.isDrawn = false;
  }

  /** Parts that a bucket holds now if tokens were taken here since its level was last copied; null otherwise. */
  drawnParts(name: string, terms: BucketTerms): number | null {
    const stored = this.#stored.get(name);
    return stored?.isDrawn ? refilled(stored.bucket, terms, this.nowUs()).parts : null;
  }

  /** Deletes full buckets. */
  sweep(): void {
    const nowUs = this.nowUs();
    for (const [name, { bucket, terms }] of this.#stored) {
      if (refilled(bucket, terms, nowUs).parts >= partsWhenFull(terms)) this.#stored.delete(name);
    }
  }

  stop(): void {
    clearInterval(this.#sweeping);
  }

  #store(name: string, stored: StoredBucket): void {
    if (this.#stored.size >= this.storedMax) this.#deleteOldest();
    this.#stored.set(name, stored);
  }

  /** A map iterates in the order of insertion. */
  #deleteOldest(): void {
    for (const name of this.#stored.keys()) {
      this.#stored.delete(name);
      return;
    }
  }
}
