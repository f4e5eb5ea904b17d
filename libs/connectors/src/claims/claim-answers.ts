import type { ClaimState } from '@droptrack/eligibility';
import { LRUCache } from 'lru-cache';

/** What was claimed stays claimed. */
const CLAIMED_MAX = 50_000;
const OTHERS_MAX = 20_000;
const UNCLAIMED_MS = 60_000;
const UNKNOWN_MS = 5_000;

/**
 * States of claims as the chain reported them: claimed for as long as there is room, not or partly claimed for 60 s,
 * null for 5 s; of each the most recently used. Some 20 MB when full.
 */
export class ClaimAnswers {
  readonly #claimed = new LRUCache<string, ClaimState>({ max: CLAIMED_MAX });
  // Apart, so that no flood of questions without an answer drives out what stays true.
  readonly #others = new LRUCache<string, { readonly state: ClaimState | null; readonly askedAtMs: number }>({
    max: OTHERS_MAX,
  });

  /** Undefined where it has to be asked. */
  get(key: string, nowMs: number): ClaimState | null | undefined {
    const claimed = this.#claimed.get(key);
    if (claimed !== undefined) return claimed;
    const known = this.#others.get(key);
    if (known === undefined) return undefined;
    // Either way: a clock that was set back must not keep an answer for longer.
    const ageMs = Math.abs(nowMs - known.askedAtMs);
    return ageMs < (known.state === null ? UNKNOWN_MS : UNCLAIMED_MS) ? known.state : undefined;
  }

  /** @param askedAtMs - when the question was put: the answer is no older. */
  set(key: string, state: ClaimState | null, askedAtMs: number): void {
    if (state?.isClaimed !== true) {
      this.#others.set(key, { state, askedAtMs });
      return;
    }
    this.#others.delete(key);
    this.#claimed.set(key, state);
  }
}
