import type { DroptrackOptions } from '@droptrack/sdk';
import { LRUCache } from 'lru-cache';

type Fetch = NonNullable<DroptrackOptions['fetch']>;

/** Response of the API as it is kept in memory. */
interface StoredResponse {
  readonly body: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly etag: string | null;
  /** Last time at which the API confirmed it, by `nowMs`. */
  readonly confirmedAtMs: number;
}

/** Header of a response that was not confirmed because the API did not respond. */
export const STALE_HEADER = 'x-explorer-stale';

/** Age up to which a response is used without a request, in milliseconds. */
const FRESH_MS = 5_000;
/** Age up to which a response stands in for an API that does not respond, in milliseconds. */
const STALE_MS_MAX = 60 * 60_000;
/** Maximum size of all stored bodies, in characters. */
const STORED_CHARACTERS_MAX = 16_000_000;
/** Headers that pages use. */
const KEPT_HEADERS = ['content-type', 'x-data-as-of', 'x-request-id'] as const;

/**
 * `fetch` of the SDK with a memory of GET responses: a young one is returned without a request, an older one is confirmed
 * by its entity tag, and if the API fails an unconfirmed one is returned with {@link STALE_HEADER}. Concurrent requests for
 * one URL share one request. Other methods pass through and are never stored.
 */
export class ResponseCache {
  readonly #stored = new LRUCache<string, StoredResponse>({
    maxSize: STORED_CHARACTERS_MAX,
    sizeCalculation: ({ body }) => body.length + 1,
  });
  readonly #pending = new Map<string, Promise<StoredResponse | Response>>();

  /** @param nowMs - milliseconds of a clock that never steps back. */
  constructor(
    private readonly send: Fetch,
    private readonly nowMs: () => number,
  ) {}

  readonly fetch: Fetch = async (url, init) => {
    if ((init.method ?? 'GET') !== 'GET') return this.send(url, init);
    const stored = this.#stored.get(url);
    if (stored !== undefined && this.nowMs() - stored.confirmedAtMs < FRESH_MS) return responseOf(stored);
    let pending = this.#pending.get(url);
    if (pending === undefined) {
      pending = this.#request(url, init, stored).finally(() => this.#pending.delete(url));
      this.#pending.set(url, pending);
    }
    const result = await pending;
    if (result instanceof Response) return result.clone();
    return responseOf(result, result.confirmedAtMs + FRESH_MS <= this.nowMs());
  };

  async #request(
    url: string,
    init: RequestInit,
    stored: StoredResponse | undefined,
  ): Promise<StoredResponse | Response> {
    const headers = {
      ...(init.headers as Record<string, string>),
      ...(stored?.etag && { 'if-none-match': stored.etag }),
    };
    let response: Response;
    try {
      response = await this.send(url, { ...init, headers });
    } catch (error) {
      if (stored !== undefined && this.#mayStandIn(stored)) return stored;
      throw error;
    }
    if (response.status === 304 && stored !== undefined) {
      const asOf = response.headers.get('x-data-as-of');
      return this.#store(url, { ...stored, confirmedAtMs: this.nowMs(), headers: withAsOf(stored.headers, asOf) });
    }
    if (response.status >= 500 && stored !== undefined && this.#mayStandIn(stored)) return stored;
    if (response.status !== 200) return response;
    return this.#store(url, {
      body: await response.text(),
      headers: KEPT_HEADERS.flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      }),
      etag: response.headers.get('etag'),
      confirmedAtMs: this.nowMs(),
    });
  }

  #mayStandIn({ confirmedAtMs }: StoredResponse): boolean {
    return this.nowMs() - confirmedAtMs < STALE_MS_MAX;
  }

  #store(url: string, stored: StoredResponse): StoredResponse {
    this.#stored.set(url, stored);
    return stored;
  }
}

const responseOf = ({ body, headers }: StoredResponse, isStale = false): Response =>
  new Response(body, {
    headers: [
      ...headers.map(([name, value]): [string, string] => [name, value]),
      ...(isStale ? [[STALE_HEADER, '1'] as [string, string]] : []),
    ],
  });

/** The instant of a confirmed response is that of its confirmation. */
const withAsOf = (headers: StoredResponse['headers'], asOf: string | null): StoredResponse['headers'] =>
  asOf === null ? headers : [...headers.filter(([name]) => name !== 'x-data-as-of'), ['x-data-as-of', asOf]];
