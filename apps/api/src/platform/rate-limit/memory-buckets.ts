import type { Buckets } from './buckets';
import { type Bucket, type BucketTerms, draw, partsWhenFull, refilled, type Taken } from './token-bucket';

interface Kept {
  bucket: Bucket;
  terms: BucketTerms;
  /** Drawn from here since its level was last noted from elsewhere. */
  isDrawn: boolean;
}

/** How often buckets that have filled up are dropped, in milliseconds. */
const SWEEP_EVERY_MS = 10_000;
/** Kept at most; beyond it the one that came first goes, and counts as full. */
const KEPT_MAX = 200_000;

/**
 * Buckets of this process alone. A full bucket is the same as none, so those that have filled up
 * are dropped: what is kept is what was drawn from lately.
 */
export class MemoryBuckets implements Buckets {
  readonly #kept = new Map<string, Kept>();
  readonly #sweeping: NodeJS.Timeout;

  /**
   * @param nowUs - microseconds of a clock that never steps back.
   * @param keptMax - buckets kept at most.
   */
  constructor(
    private readonly nowUs: () => number,
    private readonly keptMax: number = KEPT_MAX,
  ) {
    this.#sweeping = setInterval(() => this.sweep(), SWEEP_EVERY_MS);
    this.#sweeping.unref();
  }

  get size(): number {
    return this.#kept.size;
  }

  take(name: string, terms: BucketTerms, tokens: number): Taken {
    const kept = this.#kept.get(name);
    const bucket = refilled(kept?.bucket ?? null, terms, this.nowUs());
    const drawn = draw(bucket, terms, tokens);
    if (kept !== undefined) {
      kept.bucket = drawn ?? bucket;
      kept.terms = terms;
      kept.isDrawn = true;
    } else if (drawn !== null) {
      this.#keep(name, { bucket: drawn, terms, isDrawn: true });
    }
    return { isAdmitted: drawn !== null, parts: (drawn ?? bucket).parts };
  }

  /** Parts that a bucket holds now; nothing is taken. */
  look(name: string, terms: BucketTerms): number {
    return refilled(this.#kept.get(name)?.bucket ?? null, terms, this.nowUs()).parts;
  }

  /** Takes over the level of a bucket that is kept elsewhere, in parts. */
  note(name: string, terms: BucketTerms, parts: number): void {
    const bucket = { parts, atUs: this.nowUs() };
    const kept = this.#kept.get(name);
    if (kept === undefined) return this.#keep(name, { bucket, terms, isDrawn: false });
    kept.bucket = bucket;
    kept.terms = terms;
    kept.isDrawn = false;
  }

  /** Parts that a bucket holds now if it was drawn from here since it was last noted; null otherwise. */
  drawnParts(name: string, terms: BucketTerms): number | null {
    const kept = this.#kept.get(name);
    return kept?.isDrawn ? refilled(kept.bucket, terms, this.nowUs()).parts : null;
  }

  /** Drops buckets that have filled up. */
  sweep(): void {
    const nowUs = this.nowUs();
    for (const [name, { bucket, terms }] of this.#kept) {
      if (refilled(bucket, terms, nowUs).parts >= partsWhenFull(terms)) this.#kept.delete(name);
    }
  }

  stop(): void {
    clearInterval(this.#sweeping);
  }

  #keep(name: string, kept: Kept): void {
    if (this.#kept.size >= this.keptMax) this.#dropOldest();
    this.#kept.set(name, kept);
  }

  /** A map gives its names in the order they were put in. */
  #dropOldest(): void {
    for (const name of this.#kept.keys()) {
      this.#kept.delete(name);
      return;
    }
  }
}
