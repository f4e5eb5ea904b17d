import { hash as digest } from 'node:crypto';
import type { ApiKey, ApiKeyRepository } from '@droptrack/persistence';
import { LRUCache } from 'lru-cache';
import { keyIn, refusal } from './bearer';
import { KeyLookUps, KeysAwayError } from './key-look-ups';

/** Keys held in memory; beyond these the least used are asked for again. */
export const KNOWN_MAX = 50_000;
/** Well-formed keys that do not exist, remembered so that repeating one costs no query. */
export const UNKNOWN_MAX = 10_000;
/** Whole headers of known keys: the busiest callers' keys are found without a checksum and a hash. */
export const HEADERS_MAX = 10_000;

/** Without contact with the database for longer than this, what was known before a change of keys is no longer used. */
const CONTACT_MS_MAX = 60_000;
/** A database without contact for longer than this is away, also where its connections only time out. */
const REACHABLE_MS_MAX = 1_000;

/** A key, and the state of all keys that it was read in. */
interface KnownKey {
  readonly key: ApiKey;
  /** Changes of keys that had been noticed by then. */
  readonly generation: number;
}

/** How much a {@link KeyStore} has in memory. */
export interface HeldKeys {
  /** Also those from before the last change of keys, which are looked up again when they are next used. */
  readonly known: number;
  readonly unknown: number;
  readonly headers: number;
  /** Keys whose look-up is not answered yet. */
  readonly lookUps: number;
}

/**
 * Finds the key that a request carries. Keys seen before are answered from memory, at
 * once; a key is looked up in the database the first time and after keys have changed. While the
 * database is away, a key that a change made uncertain counts as it was last read.
 */
export class KeyStore {
  readonly #known = new LRUCache<string, KnownKey>({ max: KNOWN_MAX });
  readonly #unknown = new LRUCache<string, true>({ max: UNKNOWN_MAX });
  readonly #headers = new LRUCache<string, ApiKey>({ max: HEADERS_MAX });
  readonly #lookUps: KeyLookUps;
  #generation = 0;

  /**
   * @param now - milliseconds since the epoch.
   * @param contactAgeMs - milliseconds since the last contact with the database.
   */
  constructor(
    keys: Pick<ApiKeyRepository, 'findByHashes'>,
    private readonly now: () => number,
    private readonly contactAgeMs: () => number,
  ) {
    this.#lookUps = new KeyLookUps(keys, (hash, key) => this.#keep(hash, key));
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

  /**
   * Has every key looked up again when it is next used: some key was issued, changed or revoked. What was known stays
   * for an outage in which it cannot be looked up.
   */
  keysChanged(): void {
    this.#generation += 1;
    this.#unknown.clear();
    this.#headers.clear();
    this.#lookUps.keysChanged();
  }

  /**
   * The key named by an `Authorization` header; without a promise when it is in memory.
   *
   * @param beforeLookUp - called when the database would have to be asked about a key that was never found in it;
   *   what it throws is the answer.
   * @throws {DomainError} `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`; `unavailable`
   *   when it cannot be looked up and is unknown here, or has been without contact for a minute.
   */
  find(authorization: string | string[] | undefined, beforeLookUp?: () => void): ApiKey | Promise<ApiKey> {
    const usual = typeof authorization === 'string' ? this.#headers.get(authorization) : undefined;
    if (usual !== undefined) return this.#usable(usual);
    const text = keyIn(authorization);
    const hash = digest('sha256', text, 'base64');
    const known = this.#known.get(hash);
    if (known?.generation === this.#generation) {
      // Written as documented only: who writes one key in many ways pushes nobody else out.
      if (authorization === `Bearer ${text}`) this.#headers.set(authorization, known.key);
      return this.#usable(known.key);
    }
    if (this.#unknown.has(hash)) throw unknown();
    if (known === undefined) beforeLookUp?.();
    return this.#lookUp(hash);
  }

  /**
   * The usable key that was found for the same `Authorization` text before; null where {@link find} would look further,
   * wait or throw.
   */
  findCached(authorization: string | undefined): ApiKey | null {
    const key = authorization === undefined ? undefined : this.#headers.get(authorization);
    if (key === undefined || key.revokedAt !== null) return null;
    return key.expiresAt === null || key.expiresAt.getTime() > this.now() ? key : null;
  }

  async #lookUp(hash: string): Promise<ApiKey> {
    const key = await this.#lookUps.find(hash).catch((error: unknown) => this.#lastKnown(hash, error));
    if (key === null) throw unknown();
    return this.#usable(key);
  }

  /**
   * The key as it was before the last change of keys, where the database is away. One that can be reached and only
   * has no time for a look-up may hold a revocation: then the look-up's error stands.
   */
  #lastKnown(hash: string, error: unknown): ApiKey {
    const known = this.#known.get(hash);
    if (known === undefined || !(error instanceof KeysAwayError)) throw error;
    const contactAgeMs = this.contactAgeMs();
    const isAway = error.isConnectionLost || contactAgeMs > REACHABLE_MS_MAX;
    if (!isAway || contactAgeMs > CONTACT_MS_MAX) throw error;
    return known.key;
  }

  #keep(hash: string, key: ApiKey | null): void {
    if (key !== null) return void this.#known.set(hash, { key, generation: this.#generation });
    this.#known.delete(hash);
    this.#unknown.set(hash, true);
  }

  #usable(key: ApiKey): ApiKey {
    if (key.revokedAt !== null) throw refusal('revoked_api_key', 'The API key was revoked');
    if (key.expiresAt !== null && key.expiresAt.getTime() <= this.now()) {
      throw refusal('expired_api_key', 'The API key has expired');
    }
    return key;
  }
}

const unknown = () => refusal('invalid_api_key', 'The API key does not exist');
