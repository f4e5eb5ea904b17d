import type { RateLimit } from './rate-limit';

/** An answer with what came around it. */
export interface Answer<T> {
  data: T;
  /** HTTP status. */
  status: number;
  headers: Headers;
  /** To be named when asking for help; null when the answer bears none. */
  requestId: string | null;
  /** How the key's bucket stands; null when the answer does not say. */
  rateLimit: RateLimit | null;
}

/**
 * A call under way. Await it for its data, or `withResponse()` for status and headers too.
 *
 * It is not a subclass of `Promise` but stands before a single one: whichever way the
 * caller takes, there is no second promise whose rejection nobody handles.
 */
export class ApiPromise<T> implements Promise<T> {
  readonly [Symbol.toStringTag]: string = 'ApiPromise';
  readonly #answer: Promise<Answer<T>>;
  constructor(answer: Promise<Answer<T>>) {
    this.#answer = answer;
  }

  /** The data together with status, headers, request id and rate limit. */
  withResponse(): Promise<Answer<T>> {
    return this.#answer;
  }

  then<A = T, B = never>(
    onFulfilled?: ((data: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(null, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onFinally);
  }
}
