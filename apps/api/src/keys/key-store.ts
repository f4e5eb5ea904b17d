import { hash as digest } from 'node:crypto';
import type { ApiKey, ApiKeyRepository } from '@droptrack/persistence';
import { LRUCache } from 'lru-cache';
import { keyIn, refusal } from './bearer';
import { KeyLookUps } from './key-look-ups';

/** Keys held in memory; beyond these the least used are asked for again. */
export const KNOWN_MAX = 50_000;
/** Well-formed keys that do not exist, remembered so that repeating one costs no query. */
export const UNKNOWN_MAX = 10_000;
/** Whole headers of known keys: the busiest callers' keys are found without a checksum and a hash. */
export const HEADERS_MAX = 10_000;

/** How much a {@link KeyStore} has in memory. */
export interface HeldKeys {
  readonly known: number;
  readonly unknown: number;
  readonly headers: number;
  /** Keys whose look-up is not answered yet. */
  readonly lookUps: number;
}

/**
 * Finds the key that a request carries. Keys seen before are answered from memory, at
 * once; a key is looked up in the database the first time and after keys have changed.
 */
export class KeyStore {
  readonly #known = new LRUCache<string, ApiKey>({ max: KNOWN_MAX });
  readonly #unknown = new LRUCache<string, true>({ max: UNKNOWN_MAX });
  readonly #headers = new LRUCache<string, ApiKey>({ max: HEADERS_MAX });
  readonly #lookUps: KeyLookUps;

  constructor(
    keys: Pick<ApiKeyRepository, 'findByHashes'>,
    private readonly now: () => number,
  ) {
    this.#lookUps = new KeyLookUps(keys, (hash, key) => {
      if (key === null) this.#unknown.set(hash, true);
      else this.#known.set(hash, key);
    });
  }

  /** How many keys are known. */
  get size(): number {
    return this.#known.size;
  }

  held(): HeldKeys {
    return {
      known: this.#known.size,
      unknown: this.#unknown.size,
      headers: this.#headers.size,
      lookUps: this.#lookUps.size,
    };
  }

  /** Forgets what was looked up: some key was issued, changed or withdrawn. */
  keysChanged(): void {
    this.#known.clear();
    this.#unknown.clear();
    this.#headers.clear();
    this.#lookUps.keysChanged();
  }

  /**
   * The key named by an `Authorization` header; without a promise when it is in memory.
   *
   * @param beforeLookUp - called when the database would have to be asked; what it throws is the answer.
   * @throws {DomainError} `missing_api_key`, `invalid_api_key`, `expired_api_key`,
   *   `revoked_api_key`; `unavailable` when it is unknown here and cannot be looked up.
   */
  find(authorization: string | string[] | undefined, beforeLookUp?: () => void): ApiKey | Promise<ApiKey> {
    const usual = typeof authorization === 'string' ? this.#headers.get(authorization) : undefined;
    if (usual !== undefined) return this.#usable(usual);
    const text = keyIn(authorization);
    const hash = digest('sha256', text, 'base64');
    const known = this.#known.get(hash);
    if (known !== undefined) {
      // Written as documented only: who writes one key in many ways pushes nobody else out.
      if (authorization === `Bearer ${text}`) this.#headers.set(authorization, known);
      return this.#usable(known);
    }
    if (this.#unknown.has(hash)) throw unknown();
    beforeLookUp?.();
    return this.#lookUps.find(hash).then((key) => {
      if (key === null) throw unknown();
      return this.#usable(key);
    });
  }

  #usable(key: ApiKey): ApiKey {
    if (key.revokedAt !== null) throw refusal('revoked_api_key', 'The API key was revoked');
    if (key.expiresAt !== null && key.expiresAt.getTime() <= this.now()) {
      throw refusal('expired_api_key', 'The API key has expired');
    }
    return key;
  }
}

const unknown = () => refusal('invalid_api_key', 'There is no such API key');
