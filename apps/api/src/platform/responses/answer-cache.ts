import { LRUCache } from 'lru-cache';
import type { CurrentView } from '../../catalogue/current-view';
import type { Answer } from './answer';

/** Answers kept for one of the two views, and the bytes they may take; a view lives until something changes. */
const KEPT = { answers: 1_000, bytes: 16 * 1024 * 1024 } as const;

/** Bytes of an answer: its JSON, one rendering and the compressed forms of that. */
const bytesOf = ({ json }: Answer): number => 4 * json.length + 512;

/**
 * Answers that equal queries share for as long as what they are drawn from stays the same. The live view and the
 * late one have a shelf each: what one forgets the other keeps, and each renders its answers at its own instant.
 *
 * @typeParam Source - an immutable part of a view; another one empties that view's shelf.
 */
export class AnswerCache<Source extends object, Query extends object> {
  readonly #live = new Shelf<Source, Query>();
  readonly #late = new Shelf<Source, Query>();
  /** Queries that were asked before; equal ones are one object. */
  readonly #asked = new WeakSet<Query>();

  /**
   * The answer to `query` from `source`, made by `make` the first time.
   *
   * @param day - of answers that depend on the day they are given on, which one that is.
   */
  get({ isLate }: Pick<CurrentView, 'isLate'>, source: Source, query: Query, make: () => Answer, day = ''): Answer {
    const answers = (isLate ? this.#late : this.#live).of(source, day);
    let answer = answers.get(query);
    if (answer === undefined) {
      answer = make();
      // Most queries that are unlike any other are asked once: keeping their answers would only push out others.
      if (this.#asked.has(query)) answers.set(query, answer);
      else this.#asked.add(query);
    }
    return answer;
  }
}

/** Answers from one source on one day. */
class Shelf<Source extends object, Query extends object> {
  #source: Source | null = null;
  #day = '';
  readonly #answers = new LRUCache<Query, Answer>({
    max: KEPT.answers,
    maxSize: KEPT.bytes,
    sizeCalculation: bytesOf,
  });

  of(source: Source, day: string): LRUCache<Query, Answer> {
    if (source !== this.#source || day !== this.#day) {
      [this.#source, this.#day] = [source, day];
      this.#answers.clear();
    }
    return this.#answers;
  }
}
