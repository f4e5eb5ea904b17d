import { type RateLimit, readRateLimit } from './rate-limit';

/** An answer with what came around it. */
export interface Answer<T> {
  /** What the API answered; members that this version does not know pass through. */
  data: T;
  /** HTTP status. */
  status: number;
  /** Of the answer. */
  headers: Headers;
  /** To be named when asking for help; null when the answer bears none. */
  requestId: string | null;
  /** How the key's bucket stands; null when the answer does not say. */
  rateLimit: RateLimit | null;
}

/** An answer whose bucket is read when somebody asks for it: most calls are awaited for their data alone. */
export type Received<T> = Omit<Answer<T>, 'rateLimit'>;

/**
 * A call under way. Await it for its data, or `withResponse()` for status and headers too.
 *
 * It is not a subclass of `Promise` but stands before a single one: a caller who takes one
 * way does not leave a second promise behind whose rejection nobody handles.
 *
 * @example
 * const drop = await client.drops.get('linea');
 */
export class ApiPromise<T> implements Promise<T> {
  readonly [Symbol.toStringTag]: string = 'ApiPromise';
  readonly #answer: Promise<Received<T>>;
  constructor(answer: Promise<Received<T>>) {
    this.#answer = answer;
  }

  /**
   * The data together with status, headers, request id and rate limit.
   *
   * @throws {DroptrackError} as the call itself.
   * @example
   * const { data, requestId, rateLimit } = await client.drops.get('linea').withResponse();
   * console.log(data.id, requestId, `${rateLimit?.remaining} of ${rateLimit?.limit} requests left`);
   */
  withResponse(): Promise<Answer<T>> {
    return this.#answer.then((answer) => ({ ...answer, rateLimit: readRateLimit(answer.headers) }));
  }

  /**
   * As of any promise; `await` calls it.
   *
   * @example
   * const id = await client.drops.get('linea').then((drop) => drop.id);
   */
  then<A = T, B = never>(
    onFulfilled?: ((data: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  /**
   * As of any promise.
   *
   * @example
   * const drop = await client.drops.get('linea').catch(() => null);
   */
  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(null, onRejected);
  }

  /**
   * As of any promise.
   *
   * @example
   * await client.drops.get('linea').finally(() => console.log('done'));
   */
  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onFinally);
  }
}
