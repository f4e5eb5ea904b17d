import { LRUCache } from 'lru-cache';

/** What was claimed stays claimed. */
const CLAIMED_MAX = 50_000;
const OTHERS_MAX = 20_000;
const UNCLAIMED_MS = 60_000;
const UNKNOWN_MS = 5_000;

/**
 * What the chain said: `true` for as long as there is room, `false` for 60 s, null for 5 s, of each those that were
 * asked for last. Some 20 MB when full.
 */
export class ClaimAnswers {
  readonly #claimed = new LRUCache<string, true>({ max: CLAIMED_MAX });
  // Apart, so that no flood of questions without an answer drives out what stays true.
  readonly #others = new LRUCache<string, { readonly isClaimed: false | null; readonly askedAtMs: number }>({
    max: OTHERS_MAX,
  });

  /** Undefined where it has to be asked. */
  get(key: string, nowMs: number): boolean | null | undefined {
    if (this.#claimed.get(key) === true) return true;
    const known = this.#others.get(key);
    if (known === undefined) return undefined;
    // Either way: a clock that was set back must not keep an answer for longer.
    const ageMs = Math.abs(nowMs - known.askedAtMs);
    return ageMs < (known.isClaimed === null ? UNKNOWN_MS : UNCLAIMED_MS) ? known.isClaimed : undefined;
  }

  /** @param askedAtMs - when the question was put: the answer is no older. */
  set(key: string, isClaimed: boolean | null, askedAtMs: number): void {
    if (isClaimed !== true) {
      this.#others.set(key, { isClaimed, askedAtMs });
      return;
    }
    this.#others.delete(key);
    this.#claimed.set(key, true);
  }
}
