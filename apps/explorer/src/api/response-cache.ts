import { LRUCache } from 'lru-cache';
import { ApiGate, type Fetch, type GateOptions } from './api-gate';
import { type Failure, failureOfStatus } from './api-failure';
import { requestedWaitMs } from './limit-pause';

/** Response of the API as it is stored. */
interface StoredResponse {
  readonly body: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly etag: string | null;
  /** Last time at which the API confirmed it, by `nowMs`. */
  readonly confirmedAtMs: number;
  /** Time until which it stands in for the API without a new attempt. */
  readonly standsInUntilMs: number;
  /** Reason of the last failed confirmation. */
  readonly cause: Failure;
}

/** Header of a response that was not confirmed: a {@link Failure} and the seconds until the next attempt, as `limit 7`. */
export const STALE_HEADER = 'x-explorer-stale';
/** Header of a response: milliseconds since the API confirmed it. */
export const AGE_HEADER = 'x-explorer-age-ms';

/** Age up to which a response, or what was read from it, is used without a request, in milliseconds. */
export const FRESH_MS = 5_000;
/** Age up to which a response stands in for an API that does not respond, in milliseconds. */
const STALE_MS_MAX = 60 * 60_000;
/**
 * Time between two attempts to confirm a response that stands in, in milliseconds: no page waits for each of them. The
 * maximum is that of a time that the API requires.
 */
const RETRY_MS = { min: 3_000, max: 60_000 } as const;
/** Maximum size of all stored bodies, in characters. */
const STORED_CHARACTERS_MAX = 8_000_000;
/** Headers that pages use. */
const STORED_HEADERS = ['content-type', 'x-data-as-of', 'x-request-id'] as const;

/** Clock and bounds of {@link ResponseCache}. */
interface ResponseCacheOptions extends GateOptions {
  readonly charactersMax?: number;
}

/**
 * `fetch` of the SDK with a cache of GET responses: a fresh one is returned without a request, an older one is confirmed
 * by its entity tag, and if the API fails, takes too long or is at its limit, an unconfirmed one is returned with
 * {@link STALE_HEADER}.
 * Concurrent requests for one URL share one request, which therefore has a time limit of its own. Other methods pass
 * through and are never stored. A response is returned for the key of its request only.
 */
export class ResponseCache {
  readonly #stored: LRUCache<string, StoredResponse>;
  readonly #pending = new Map<string, Promise<StoredResponse | Response>>();
  readonly #gate: ApiGate;
  readonly #nowMs: () => number;

  constructor(send: Fetch, { charactersMax = STORED_CHARACTERS_MAX, ...options }: ResponseCacheOptions) {
    this.#gate = new ApiGate(send, options);
    this.#nowMs = options.nowMs;
    this.#stored = new LRUCache<string, StoredResponse>({
      maxSize: charactersMax,
      sizeCalculation: ({ body }, name) => body.length + name.length,
    });
  }

  readonly fetch: Fetch = async (url, init) => {
    if ((init.method ?? 'GET') !== 'GET') return this.#gate.other(url, init);
    const name = `${new Headers(init.headers).get('authorization') ?? ''} ${url}`;
    const stored = this.#stored.get(name);
    if (stored !== undefined && (this.#isFresh(stored) || this.#nowMs() < stored.standsInUntilMs)) {
      return this.#responseOf(stored);
    }
    let pending = this.#pending.get(name);
    if (pending === undefined) {
      pending = this.#request(name, url, init).finally(() => this.#pending.delete(name));
      this.#pending.set(name, pending);
    }
    const result = await pending;
    return result instanceof Response ? result.clone() : this.#responseOf(result);
  };

  async #request(name: string, url: string, init: RequestInit): Promise<StoredResponse | Response> {
    const stored = this.#stored.get(name);
    if (stored === undefined || this.#nowMs() - stored.confirmedAtMs >= STALE_MS_MAX) {
      return this.#gate.first(url, init, (response) => this.#store(name, response));
    }
    const result = await this.#confirm(name, stored, url, init).catch(() => SILENT);
    if (!('waitMs' in result)) return result;
    const { waitMs, cause } = result;
    return this.#set(name, { ...stored, standsInUntilMs: this.#nowMs() + waitMs, cause });
  }

  /** @throws {Error} if the API does not respond. */
  #confirm(
    name: string,
    stored: StoredResponse,
    url: string,
    init: RequestInit,
  ): Promise<StoredResponse | Response | Unconfirmed> {
    const headers = new Headers(init.headers);
    if (stored.etag !== null) headers.set('if-none-match', stored.etag);
    return this.#gate.confirmation<StoredResponse | Response | Unconfirmed>(url, { ...init, headers }, (response) => {
      const cause = failureOfStatus(response.status);
      if (cause !== null) {
        void response.body?.cancel();
        return { cause, waitMs: requestedWaitMs(response, RETRY_MS) };
      }
      if (response.status !== 304) return this.#store(name, response);
      const asOf = response.headers.get('x-data-as-of');
      return this.#set(name, { ...stored, confirmedAtMs: this.#nowMs(), headers: withAsOf(stored.headers, asOf) });
    });
  }

  async #store(name: string, response: Response): Promise<StoredResponse | Response> {
    if (response.status !== 200 || response.headers.get('cache-control')?.includes('no-store') === true)
      return response;
    const headers = STORED_HEADERS.flatMap((header) => {
      const value = response.headers.get(header);
      return value === null ? [] : [[header, value] as const];
    });
    const body = await response.text();
    const etag = response.headers.get('etag');
    return this.#set(name, { body, headers, etag, confirmedAtMs: this.#nowMs(), standsInUntilMs: 0, cause: 'outage' });
  }

  #set(name: string, stored: StoredResponse): StoredResponse {
    this.#stored.set(name, stored);
    return stored;
  }

  #responseOf(stored: StoredResponse): Response {
    const headers: [string, string][] = [
      ...stored.headers.map(([name, value]): [string, string] => [name, value]),
      ['content-length', String(stored.body.length)],
      [AGE_HEADER, String(this.#nowMs() - stored.confirmedAtMs)],
    ];
    if (this.#isFresh(stored)) return new Response(stored.body, { headers });
    const waitSeconds = Math.max(1, Math.ceil((stored.standsInUntilMs - this.#nowMs()) / 1_000));
    return new Response(stored.body, { headers: [...headers, [STALE_HEADER, `${stored.cause} ${waitSeconds}`]] });
  }

  #isFresh({ confirmedAtMs }: StoredResponse): boolean {
    return this.#nowMs() - confirmedAtMs < FRESH_MS;
  }
}

/** Reason for which the API neither confirms nor replaces a response, and the time until the next attempt. */
interface Unconfirmed {
  readonly cause: Failure;
  readonly waitMs: number;
}

/** Of an API that does not respond at all. */
const SILENT: Unconfirmed = { cause: 'outage', waitMs: RETRY_MS.min };

/** The instant of a confirmed response is that of its confirmation. */
const withAsOf = (headers: StoredResponse['headers'], asOf: string | null): StoredResponse['headers'] =>
  asOf === null ? headers : [...headers.filter(([name]) => name !== 'x-data-as-of'), ['x-data-as-of', asOf]];
