import { type ApiKey, type ApiKeyRepository, DatabaseUnavailableError, isConnectionLost } from '@droptrack/persistence';
import { UnavailableError } from '../errors/domain-error';

/** Most keys of one query. */
const QUERY_MAX = 256;
/** Concurrent queries; the rest of the pool serves requests whose key is cached. */
const QUERIES_AT_ONCE = 2;
/** Most keys that wait for a query: about eight queries. */
const WAITING_MAX = 2_000;

/** The database did not return the result of a key look-up. */
export class KeysAwayError extends UnavailableError {
  /** @param isConnectionLost - false if the database is reachable according to its error, but timed out or was at capacity. */
  constructor(readonly isConnectionLost: boolean) {
    super('Keys cannot be looked up at the moment');
  }
}

/** Look-up of one key, shared by all requests that carry it. */
interface LookUp {
  readonly found: Promise<ApiKey | null>;
  readonly resolve: (key: ApiKey | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Looks up keys in the database in batches. Keys that arrive while queries are in flight share the next query, so that a
 * burst of new keys does not cause a query per key.
 */
export class KeyLookUps {
  readonly #waiting = new Map<string, LookUp>();
  readonly #inFlight = new Map<string, LookUp>();
  #queries = 0;

  /** @param onFound - called with each result, unless keys have changed since its look-up began. */
  constructor(
    private readonly keys: Pick<ApiKeyRepository, 'findByHashes'>,
    private readonly onFound: (hash: string, key: ApiKey | null) => void,
  ) {}

  /** Keys that wait for a query or its result. */
  get size(): number {
    return this.#waiting.size + this.#inFlight.size;
  }

  /**
   * The key with a SHA-256; null if none exists.
   *
   * @param hash - SHA-256 in base64.
   * @throws {KeysAwayError} if the database does not respond; {@link UnavailableError} if too many keys wait already.
   */
  find(hash: string): Promise<ApiKey | null> {
    const same = this.#inFlight.get(hash) ?? this.#waiting.get(hash);
    if (same !== undefined) return same.found;
    if (this.#waiting.size >= WAITING_MAX) throw new UnavailableError('Too many concurrent key lookups');
    const lookUp = newLookUp();
    this.#waiting.set(hash, lookUp);
    this.#queryNext();
    return lookUp.found;
  }

  /** Call when keys have changed: later callers do not share the look-ups that have begun. */
  keysChanged(): void {
    this.#inFlight.clear();
  }

  #queryNext(): void {
    while (this.#queries < QUERIES_AT_ONCE && this.#waiting.size > 0) {
      const batch = [...this.#waiting].slice(0, QUERY_MAX);
      for (const [hash, lookUp] of batch) {
        this.#waiting.delete(hash);
        this.#inFlight.set(hash, lookUp);
      }
      void this.#query(batch);
    }
  }

  async #query(batch: readonly (readonly [string, LookUp])[]): Promise<void> {
    this.#queries += 1;
    try {
      const found = await this.keys.findByHashes(batch.map(([hash]) => Buffer.from(hash, 'base64')));
      batch.forEach(([hash, lookUp], index) => this.#resolve(hash, lookUp, found[index] ?? null));
    } catch (error) {
      this.#fail(batch, error);
    } finally {
      this.#queries -= 1;
      this.#queryNext();
    }
  }

  #resolve(hash: string, lookUp: LookUp, key: ApiKey | null): void {
    if (this.#end(hash, lookUp)) this.onFound(hash, key);
    lookUp.resolve(key);
  }

  #fail(batch: readonly (readonly [string, LookUp])[], error: unknown): void {
    const isAway = error instanceof DatabaseUnavailableError;
    const reason = isAway ? new KeysAwayError(isConnectionLost(error)) : error;
    for (const [hash, lookUp] of batch) {
      this.#end(hash, lookUp);
      lookUp.reject(reason);
    }
    if (!isAway) return;
    // Otherwise the last key would wait for the time-outs of all queries before it.
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(reason);
  }

  /** Removes a look-up; returns false if a change of keys has removed or replaced it. */
  #end(hash: string, lookUp: LookUp): boolean {
    return this.#inFlight.get(hash) === lookUp && this.#inFlight.delete(hash);
  }
}

function newLookUp(): LookUp {
  const noop = () => undefined;
  let [resolve, reject]: [LookUp['resolve'], LookUp['reject']] = [noop, noop];
  const found = new Promise<ApiKey | null>((onResolve, onReject) => ([resolve, reject] = [onResolve, onReject]));
  return { found, resolve, reject };
}
