import { type RateLimit, readRateLimit } from './rate-limit';

/** Response of a call: the data with status, headers, request id and rate limit. */
export interface Answer<T> {
  /** Response body. Members that this version of the package does not know are preserved. */
  data: T;
  /** HTTP status. */
  status: number;
  /** Response headers. */
  headers: Headers;
  /** Request id (`X-Request-Id`), to include in support requests; null when the response has none. */
  requestId: string | null;
  /** State of the rate limit of the API key; null when the response does not state it. */
  rateLimit: RateLimit | null;
}

/** Response whose rate limit is not parsed yet: most callers read only the data. */
export type Received<T> = Omit<Answer<T>, 'rateLimit'>;

/**
 * Pending call. Await it for the data, or await {@link ApiPromise.withResponse} for the data with status, headers, request id and
 * rate limit.
 *
 * It implements `Promise` but does not extend it: it wraps a single promise, so that a caller of one of the two does not
 * leave a second promise with an unhandled rejection.
 *
 * @example
 * const drop = await client.drops.get('linea');
 */
export class ApiPromise<T> implements Promise<T> {
  readonly [Symbol.toStringTag]: string = 'ApiPromise';
  readonly #response: Promise<Received<T>>;
  constructor(response: Promise<Received<T>>) {
    this.#response = response;
  }

  /**
   * Returns the data with status, headers, request id and rate limit.
   *
   * @throws {@link DroptrackError} the same errors as the call.
   * @example
   * const { data, requestId, rateLimit } = await client.drops.get('linea').withResponse();
   * console.log(data.id, requestId, `${rateLimit?.remaining} of ${rateLimit?.limit} requests left`);
   */
  withResponse(): Promise<Answer<T>> {
    return this.#response.then((response) => ({ ...response, rateLimit: readRateLimit(response.headers) }));
  }

  /**
   * Same as `Promise.prototype.then`.
   *
   * @example
   * const id = await client.drops.get('linea').then((drop) => drop.id);
   */
  then<A = T, B = never>(
    onFulfilled?: ((data: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#response.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  /**
   * Same as `Promise.prototype.catch`.
   *
   * @example
   * const drop = await client.drops.get('linea').catch(() => null);
   */
  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(null, onRejected);
  }

  /**
   * Same as `Promise.prototype.finally`.
   *
   * @example
   * await client.drops.get('linea').finally(() => console.log('done'));
   */
  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onFinally);
  }
}
