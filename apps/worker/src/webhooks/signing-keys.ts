import type { SealedSecret, SecretBox } from '@droptrack/persistence';
import { LRUCache } from 'lru-cache';
import type { FailureLog } from '../context';

/** Endpoints whose opened secrets are cached, a few hundred bytes each. */
const CACHED_MAX = 5_000;

/** A secret of an endpoint, with its key in plain. */
interface Opened {
  readonly secret: SealedSecret;
  readonly key: Uint8Array;
}

/** Keys that deliveries are signed with: secrets of endpoints, opened once and cached in memory. */
export class SigningKeys {
  readonly #opened = new LRUCache<string, readonly Opened[]>({ max: CACHED_MAX });

  /** @param failures - gets the error of each secret that does not open; the error contains no secret. */
  constructor(
    private readonly box: Pick<SecretBox, 'open'>,
    private readonly failures: FailureLog,
  ) {}

  /** Keys of the secrets that open, in the order of `secrets`. */
  of(endpointId: string, secrets: readonly SealedSecret[]): readonly Uint8Array[] {
    const cached = this.#opened.get(endpointId) ?? [];
    const isCached = cached.length === secrets.length && cached.every(({ secret }, n) => isSame(secret, secrets[n]));
    return (isCached ? cached : this.#open(endpointId, secrets, cached)).map(({ key }) => key);
  }

  /** After a rotation, opens the new secret only. */
  #open(endpointId: string, secrets: readonly SealedSecret[], cached: readonly Opened[]): readonly Opened[] {
    const opened = secrets.flatMap(
      (secret) => cached.find((one) => isSame(one.secret, secret)) ?? this.#openOne(endpointId, secret) ?? [],
    );
    this.#opened.set(endpointId, opened);
    return opened;
  }

  #openOne(endpointId: string, secret: SealedSecret): Opened | null {
    try {
      return { secret, key: this.box.open(secret, endpointId) };
    } catch (error) {
      this.failures.failed('signing', error);
      return null;
    }
  }
}

const isSame = (one: SealedSecret, other: SealedSecret | undefined): boolean =>
  other !== undefined && one.keyId === other.keyId && one.sealed.equals(other.sealed);
