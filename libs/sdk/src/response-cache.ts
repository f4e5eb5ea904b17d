/** Bounds of a {@link ResponseCache}. */
export interface ResponseCacheOptions {
  /** Maximum number of responses. Default: 1 000. */
  entriesMax?: number | undefined;
  /** Maximum memory of the bodies, in bytes, at two per character. Default: 20 000 000. */
  bytesMax?: number | undefined;
}

/** Body with its entity tag. */
export interface StoredBody {
  /** `ETag` of the response. */
  readonly etag: string;
  /** JSON text. */
  readonly body: string;
}

/**
 * Memory of responses to GET requests, for clients that repeat them. A client with a `cache` sends the `ETag` of the stored
 * response. If the data is unchanged, the API responds with 304 and no body, and the client returns the stored body. Every
 * call still sends a request, which counts against the rate limit: no response is outdated.
 *
 * The least recently used responses are discarded first. Clients can share a cache: responses are stored per API key.
 *
 * @example
 * import { Droptrack, ResponseCache } from '@droptrack/sdk';
 * const client = new Droptrack({ cache: new ResponseCache({ bytesMax: 5_000_000 }) });
 */
export class ResponseCache {
  /** In the order of their use, the least recent first. */
  readonly #entries = new Map<string, StoredBody>();
  readonly #entriesMax: number;
  readonly #bytesMax: number;
  #bytes = 0;

  constructor({ entriesMax = 1_000, bytesMax = 20_000_000 }: ResponseCacheOptions = {}) {
    this.#entriesMax = entriesMax;
    this.#bytesMax = bytesMax;
  }

  /**
   * Returns a stored body, and counts as its use. The client calls it before a request.
   *
   * @param key - API key and URL of the request.
   * @example
   * import { ResponseCache } from '@droptrack/sdk';
   * const stored = new ResponseCache().get('dtk_… https://api.example.com/v1/drops'); // undefined
   */
  get(key: string): StoredBody | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined) this.set(key, entry);
    return entry;
  }

  /**
   * Stores a body, unless it exceeds `bytesMax` alone. The client calls it after a response.
   *
   * @param key - API key and URL of the request.
   * @example
   * import { ResponseCache } from '@droptrack/sdk';
   * new ResponseCache().set('dtk_… https://api.example.com/v1/drops', { etag: 'W/"1"', body: '{}' });
   */
  set(key: string, entry: StoredBody): void {
    this.#delete(key);
    if (bytesOf(entry) > this.#bytesMax) return;
    this.#entries.set(key, entry);
    this.#bytes += bytesOf(entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax && this.#entries.size <= this.#entriesMax) return;
      this.#delete(oldest);
    }
  }

  /**
   * Discards all responses.
   *
   * @example
   * import { Droptrack, ResponseCache } from '@droptrack/sdk';
   * const cache = new ResponseCache();
   * const client = new Droptrack({ cache });
   * await client.drops.list();
   * cache.clear();
   */
  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= bytesOf(entry);
  }
}

const bytesOf = ({ body }: StoredBody): number => 2 * body.length;
