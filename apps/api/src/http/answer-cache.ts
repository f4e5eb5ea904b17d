import { LRUCache } from 'lru-cache';
import type { Answer } from './answer';

/** Answers kept for one view; a view lives until something changes. */
const KEPT = 1_000;

/**
 * Answers that equal queries share for as long as what they are drawn from stays the same.
 *
 * @typeParam Source - an immutable view; another one empties the cache.
 */
export class AnswerCache<Source extends object, Query extends object> {
  #source: Source | null = null;
  readonly #answers = new LRUCache<Query, Answer>({ max: KEPT });

  /** The answer to `query` from `source`, made by `make` the first time. */
  get(source: Source, query: Query, make: () => Answer): Answer {
    if (source !== this.#source) {
      this.#source = source;
      this.#answers.clear();
    }
    let answer = this.#answers.get(query);
    if (answer === undefined) {
      answer = make();
      this.#answers.set(query, answer);
    }
    return answer;
  }

  /** Forgets all answers. */
  clear(): void {
    this.#answers.clear();
  }
}
