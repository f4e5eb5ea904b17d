import { type ApiKey, type ApiKeyRepository, DatabaseUnavailableError, isConnectionLost } from '@droptrack/persistence';
import { UnavailableError } from '../errors/domain-error';

/** Most keys that one query asks for. */
const QUERY_MAX = 256;
/** Queries at once: the rest of the pool is for those whose key is known. */
const QUERIES_AT_ONCE = 2;
/** Keys that may wait for a query, some eight queries' worth. */
const WAITING_MAX = 2_000;

/** The database did not answer a look-up of keys. */
export class KeysAwayError extends UnavailableError {
  /** @param isConnectionLost - false for one that is there, as far as its error says, and had no time or room. */
  constructor(readonly isConnectionLost: boolean) {
    super('Keys cannot be looked up at the moment');
  }
}

/** One key that is asked for, by whoever needs it. */
interface LookUp {
  readonly answer: Promise<ApiKey | null>;
  readonly resolve: (key: ApiKey | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Asks the database for keys, many at a time: what comes while queries are under way shares the
 * next one, so that a burst of new keys costs a few queries and not a query each.
 */
export class KeyLookUps {
  readonly #waiting = new Map<string, LookUp>();
  readonly #asked = new Map<string, LookUp>();
  #queries = 0;

  /** @param onAnswer - called with each answer that still holds: no key has changed since it was asked for. */
  constructor(
    private readonly keys: Pick<ApiKeyRepository, 'findByHashes'>,
    private readonly onAnswer: (hash: string, key: ApiKey | null) => void,
  ) {}

  /** Keys that wait for a query or an answer. */
  get size(): number {
    return this.#waiting.size + this.#asked.size;
  }

  /**
   * The key with this SHA-256; null when there is none.
   *
   * @param hash - in base64.
   * @throws {KeysAwayError} when the database does not answer; {@link UnavailableError} when more is asked of it than
   *   it answers.
   */
  find(hash: string): Promise<ApiKey | null> {
    const same = this.#asked.get(hash) ?? this.#waiting.get(hash);
    if (same !== undefined) return same.answer;
    if (this.#waiting.size >= WAITING_MAX) throw new UnavailableError('Too many concurrent key lookups');
    const lookUp = newLookUp();
    this.#waiting.set(hash, lookUp);
    this.#askNext();
    return lookUp.answer;
  }

  /** Keys have changed: who asks from now on gets no answer that was asked for before. */
  keysChanged(): void {
    this.#asked.clear();
  }

  #askNext(): void {
    while (this.#queries < QUERIES_AT_ONCE && this.#waiting.size > 0) {
      const batch = [...this.#waiting].slice(0, QUERY_MAX);
      for (const [hash, lookUp] of batch) {
        this.#waiting.delete(hash);
        this.#asked.set(hash, lookUp);
      }
      void this.#ask(batch);
    }
  }

  async #ask(batch: readonly (readonly [string, LookUp])[]): Promise<void> {
    this.#queries += 1;
    try {
      const found = await this.keys.findByHashes(batch.map(([hash]) => Buffer.from(hash, 'base64')));
      batch.forEach(([hash, lookUp], index) => this.#answer(hash, lookUp, found[index] ?? null));
    } catch (error) {
      this.#fail(batch, error);
    } finally {
      this.#queries -= 1;
      this.#askNext();
    }
  }

  #answer(hash: string, lookUp: LookUp, key: ApiKey | null): void {
    if (this.#end(hash, lookUp)) this.onAnswer(hash, key);
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
    // Or the last of them would wait for as many time-outs as there are queries before it.
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(reason);
  }

  /** Whether it was still the one to be joined: after a change of keys it may be gone, or be another. */
  #end(hash: string, lookUp: LookUp): boolean {
    return this.#asked.get(hash) === lookUp && this.#asked.delete(hash);
  }
}

function newLookUp(): LookUp {
  const noop = () => undefined;
  let [resolve, reject]: [LookUp['resolve'], LookUp['reject']] = [noop, noop];
  const answer = new Promise<ApiKey | null>((onResolve, onReject) => ([resolve, reject] = [onResolve, onReject]));
  return { answer, resolve, reject };
}
