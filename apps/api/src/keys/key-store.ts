import { hash as digest } from 'node:crypto';
import { type ApiKey, type ApiKeyRepository, DatabaseUnavailableError, parseApiKey } from '@droptrack/persistence';
import { LRUCache } from 'lru-cache';
import { DomainError, UnavailableError } from '../errors/domain-error';

/** Keys held in memory; beyond these the least used are asked for again. */
const KNOWN_MAX = 50_000;
/** Well-formed keys that do not exist, remembered so that repeating one costs no query. */
const UNKNOWN_MAX = 10_000;

/**
 * Finds the key that a request carries. Keys seen before are answered from memory, at
 * once; a key is looked up in the database the first time and after keys have changed.
 */
export class KeyStore {
  readonly #known = new LRUCache<string, ApiKey>({ max: KNOWN_MAX });
  readonly #unknown = new LRUCache<string, true>({ max: UNKNOWN_MAX });
  readonly #pending = new Map<string, Promise<ApiKey>>();
  /** Grows when keys change: what was looked up before may no longer hold. */
  #generation = 0;

  constructor(
    private readonly keys: Pick<ApiKeyRepository, 'findByHash'>,
    private readonly now: () => number,
  ) {}

  get size(): number {
    return this.#known.size;
  }

  /** Forgets what was looked up: some key was issued, changed or withdrawn. */
  keysChanged(): void {
    this.#generation += 1;
    this.#known.clear();
    this.#unknown.clear();
    this.#pending.clear();
  }

  /**
   * The key named by an `Authorization` header; without a promise when it is in memory.
   *
   * @param beforeLookUp - called when the database would have to be asked; what it throws is the answer.
   * @throws {DomainError} `missing_api_key`, `invalid_api_key`, `expired_api_key`,
   *   `revoked_api_key`; `unavailable` when it is unknown here and cannot be looked up.
   */
  find(authorization: string | undefined, beforeLookUp?: () => void): ApiKey | Promise<ApiKey> {
    const text = bearerOf(authorization);
    if (parseApiKey(text) === null) throw refusal('invalid_api_key', 'The API key is not valid');
    const hash = digest('sha256', text, 'base64');
    const known = this.#known.get(hash);
    if (known !== undefined) return this.#usable(known);
    if (this.#unknown.has(hash)) throw refusal('invalid_api_key', 'The API key is not valid');
    beforeLookUp?.();
    return this.#lookUp(hash).then((key) => this.#usable(key));
  }

  /** Equal look-ups under way share one query. */
  #lookUp(hash: string): Promise<ApiKey> {
    let pending = this.#pending.get(hash);
    if (pending === undefined) {
      pending = this.#query(hash).finally(() => {
        if (this.#pending.get(hash) === pending) this.#pending.delete(hash);
      });
      this.#pending.set(hash, pending);
    }
    return pending;
  }

  async #query(hash: string): Promise<ApiKey> {
    const generation = this.#generation;
    const key = await this.keys.findByHash(Buffer.from(hash, 'base64')).catch((error: unknown) => {
      if (error instanceof DatabaseUnavailableError)
        throw new UnavailableError('Keys cannot be looked up at the moment');
      throw error;
    });
    const isCurrent = generation === this.#generation;
    if (key === null) {
      if (isCurrent) this.#unknown.set(hash, true);
      throw refusal('invalid_api_key', 'The API key is not valid');
    }
    if (isCurrent) this.#known.set(hash, key);
    return key;
  }

  #usable(key: ApiKey): ApiKey {
    if (key.revokedAt !== null) throw refusal('revoked_api_key', 'The API key was revoked');
    if (key.expiresAt !== null && key.expiresAt.getTime() <= this.now()) {
      throw refusal('expired_api_key', 'The API key has expired');
    }
    return key;
  }
}

const SCHEME = /^Bearer +/i;

/** @throws {DomainError} `missing_api_key`, or `invalid_api_key` for another scheme. */
function bearerOf(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '') {
    throw new DomainError('missing_api_key', 'Send an API key: Authorization: Bearer dtk_…', {
      headers: { 'www-authenticate': CHALLENGE },
    });
  }
  const text = authorization.trimEnd();
  if (!SCHEME.test(text)) throw refusal('invalid_api_key', 'The Authorization header must be "Bearer" and an API key');
  return text.replace(SCHEME, '');
}

const CHALLENGE = 'Bearer realm="droptrack"';

const refusal = (code: 'invalid_api_key' | 'expired_api_key' | 'revoked_api_key', message: string): DomainError =>
  new DomainError(code, message, { headers: { 'www-authenticate': `${CHALLENGE}, error="invalid_token"` } });
