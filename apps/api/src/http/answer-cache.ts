import { LRUCache } from 'lru-cache';
import type { Answer } from './answer';

/** Answers kept for one view, and the bytes they may take; a view lives until something changes. */
const KEPT = { answers: 1_000, bytes: 32 * 1024 * 1024 } as const;

/** Bytes of an answer: its JSON, one rendering and the compressed forms of that. */
const bytesOf = ({ json }: Answer): number => 4 * json.length + 512;

/**
 * Answers that equal queries share for as long as what they are drawn from stays the same.
 *
 * @typeParam Source - an immutable view; another one empties the cache.
 */
export class AnswerCache<Source extends object, Query extends object> {
  #source: Source | null = null;
  readonly #answers = new LRUCache<Query, Answer>({
    max: KEPT.answers,
    maxSize: KEPT.bytes,
    sizeCalculation: bytesOf,
  });

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
