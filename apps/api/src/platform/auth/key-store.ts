import { hash as digest } from 'node:crypto';
import type { ApiKey, ApiKeyRepository } from '@droptrack/persistence';
import { LRUCache } from 'lru-cache';
import { DomainError, UnavailableError } from '../errors/domain-error';
import { HEADER_LENGTH_MAX, keyIn, rejection } from './bearer';
import { KeyLookUps, KeysAwayError } from './key-look-ups';

/** Most cached keys; beyond it the least recently used ones are evicted. */
export const KNOWN_MAX = 50_000;
/** Most cached keys that are well formed but do not exist, so that a repeated one causes no query. */
export const UNKNOWN_MAX = 10_000;
/** Most cached `Authorization` headers of either kind, whose keys are found, or known not to exist, without a checksum and a hash. */
export const HEADERS_MAX = 10_000;

/** Keys from before a change of keys are rejected after this time without contact with the database. */
const CONTACT_MS_MAX = 60_000;
/** Time without contact after which the database counts as unavailable, even if its connections only time out. */
const REACHABLE_MS_MAX = 1_000;

/** A cached key with the generation of keys in which it was read. */
interface KnownKey {
  readonly key: ApiKey;
  /** Number of changes of keys that were noticed before. */
  readonly generation: number;
}

/** Sizes of the caches of a {@link KeyStore}. */
interface HeldKeys {
  /** Includes keys from before the last change of keys; their next use looks them up again. */
  readonly known: number;
  readonly unknown: number;
  readonly headers: number;
  /** Pending look-ups. */
  readonly lookUps: number;
}

/**
 * Finds the key of a request in memory. A key is looked up in the database at its first use and after keys have changed.
 * While the database is unavailable, the last known state of a key applies, for a bounded time.
 */
export class KeyStore {
  readonly #known = new LRUCache<string, KnownKey>({ max: KNOWN_MAX });
  readonly #unknown = new LRUCache<string, true>({ max: UNKNOWN_MAX });
  readonly #headers = new LRUCache<string, ApiKey>({ max: HEADERS_MAX });
  /** Rejections of headers without a key that exists. */
  readonly #rejectedHeaders = new LRUCache<string, DomainError>({ max: HEADERS_MAX });
  readonly #lookUps: KeyLookUps;
  #generation = 0;

  /**
   * @param now - milliseconds since the epoch.
   * @param contactAgeMs - milliseconds since the last contact with the database that writes.
   * @param isUnconfirmed - whether no key is accepted, as the contact is too old; without a replica it is not needed, as the
   *   data itself is not served after a minute.
   */
  constructor(
    keys: Pick<ApiKeyRepository, 'findByHashes'>,
    private readonly now: () => number,
    private readonly contactAgeMs: () => number,
    private readonly isUnconfirmed: () => boolean = () => false,
  ) {
    this.#lookUps = new KeyLookUps(keys, (hash, key) => this.#keep(hash, key));
  }

  /** Number of cached keys. */
  get size(): number {
    return this.#known.size;
  }

  held(): HeldKeys {
    return {
      known: this.#known.size,
      unknown: this.#unknown.size,
      headers: this.#headers.size + this.#rejectedHeaders.size,
      lookUps: this.#lookUps.size,
    };
  }

  /**
   * Call when a key was issued, changed or revoked: the next use of each key looks it up again. The last known states
   * are retained for an outage of the database.
   */
  keysChanged(): void {
    this.#generation += 1;
    this.#unknown.clear();
    this.#headers.clear();
    this.#rejectedHeaders.clear();
    this.#lookUps.keysChanged();
  }

  /**
   * The key of an `Authorization` header; a promise only if it has to be looked up.
   *
   * @param beforeLookUp - called before the look-up of a key that has never been found; its error rejects the key.
   * @throws {DomainError} `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`; `unavailable`
   *   if the look-up fails and the key is not cached, or the database has been unavailable for a minute; for any key while
   *   `isUnconfirmed`.
   */
  find(authorization: string | string[] | undefined, beforeLookUp?: () => void): ApiKey | Promise<ApiKey> {
    if (this.isUnconfirmed()) throw new UnavailableError('Keys cannot be confirmed at the moment');
    const usual = typeof authorization === 'string' ? this.#headers.get(authorization) : undefined;
    if (usual !== undefined) return this.#usable(usual);
    const rejected = this.rejectionOf(authorization);
    if (rejected !== null) throw rejected;
    const text = this.#keyIn(authorization);
    const hash = digest('sha256', text, 'base64');
    const known = this.#known.get(hash);
    if (known?.generation === this.#generation) {
      // Only the documented spelling: a client with many spellings of one key must not evict the headers of other clients.
      if (authorization === `Bearer ${text}`) this.#headers.set(authorization, known.key);
      return this.#usable(known.key);
    }
    if (this.#unknown.has(hash)) throw this.#reject(authorization, UNKNOWN);
    if (known === undefined) beforeLookUp?.();
    return this.#lookUp(hash);
  }

  /** Error with which {@link find} rejects a header that it has rejected before, without throwing it; null for any other header. */
  rejectionOf(authorization: string | string[] | undefined): DomainError | null {
    if (typeof authorization !== 'string' || this.isUnconfirmed()) return null;
    return this.#rejectedHeaders.get(authorization) ?? null;
  }

  /**
   * The usable key of an `Authorization` header that is cached; null if {@link find} would parse the header, wait or
   * throw.
   */
  findCached(authorization: string | undefined): ApiKey | null {
    const key = authorization === undefined ? undefined : this.#headers.get(authorization);
    if (key === undefined || key.revokedAt !== null || this.isUnconfirmed()) return null;
    return key.expiresAt === null || key.expiresAt.getTime() > this.now() ? key : null;
  }

  #keyIn(authorization: string | string[] | undefined): string {
    try {
      return keyIn(authorization);
    } catch (error) {
      throw error instanceof DomainError ? this.#reject(authorization, error) : error;
    }
  }

  /** Keeps the rejection of a header of a usual length. */
  #reject(authorization: string | string[] | undefined, error: DomainError): DomainError {
    if (typeof authorization === 'string' && authorization.length <= HEADER_LENGTH_MAX) {
      this.#rejectedHeaders.set(authorization, error);
    }
    return error;
  }

  async #lookUp(hash: string): Promise<ApiKey> {
    const key = await this.#lookUps.find(hash).catch((error: unknown) => this.#lastKnown(hash, error));
    if (key === null) throw UNKNOWN;
    return this.#usable(key);
  }

  /**
   * The state of a key before the last change of keys, if the database is unavailable. A database that is reachable and
   * only timed out may contain a revocation: then the error of the look-up is thrown.
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
    if (key.revokedAt !== null) throw REVOKED;
    if (key.expiresAt !== null && key.expiresAt.getTime() <= this.now()) {
      throw EXPIRED;
    }
    return key;
  }
}

const UNKNOWN = rejection('invalid_api_key', 'The API key does not exist');
const REVOKED = rejection('revoked_api_key', 'The API key was revoked');
const EXPIRED = rejection('expired_api_key', 'The API key has expired');
