import type { ClaimState } from '@droptrack/eligibility';
import { LRUCache } from 'lru-cache';

/** Number of claimed states; a claim is final. */
const CLAIMED_MAX = 50_000;
const OTHERS_MAX = 20_000;
/** About a block: a wallet must not offer a claim again after it was made. */
const OTHERS_MS = 5_000;

/**
 * Cache of claim states: claimed until evicted, all others for 5 s; least recently used entries are
 * evicted. Some 20 MB when full.
 */
export class ClaimStateCache {
  readonly #claimed = new LRUCache<string, ClaimState>({ max: CLAIMED_MAX });
  // Separate caches, so that a flood of calls without a result does not evict final states.
  readonly #others = new LRUCache<string, { readonly state: ClaimState | null; readonly askedAtMs: number }>({
    max: OTHERS_MAX,
  });

  /** Cached state; undefined without one. */
  get(key: string, nowMs: number): ClaimState | null | undefined {
    const claimed = this.#claimed.get(key);
    if (claimed !== undefined) return claimed;
    const known = this.#others.get(key);
    if (known === undefined) return undefined;
    // In both directions: a clock that was set back must not keep a state for longer.
    const ageMs = Math.abs(nowMs - known.askedAtMs);
    return ageMs < OTHERS_MS ? known.state : undefined;
  }

  /** @param askedAtMs - time of the request: the state is no older. */
  set(key: string, state: ClaimState | null, askedAtMs: number): void {
    if (state?.isClaimed !== true) {
      this.#others.set(key, { state, askedAtMs });
      return;
    }
    this.#others.delete(key);
    this.#claimed.set(key, state);
  }
}
