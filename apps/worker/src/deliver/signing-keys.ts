import type { SealedSecret, SecretBox } from '@droptrack/persistence';
import { LRUCache } from 'lru-cache';

/** Endpoints whose opened secrets are kept, a few hundred bytes each. */
const KEPT_MAX = 5_000;

/** A secret of an endpoint, and what it holds. */
interface Opened {
  readonly secret: SealedSecret;
  readonly key: Uint8Array;
}

/** What deliveries are signed with: secrets of endpoints, opened once and kept in memory. */
export class SigningKeys {
  readonly #opened = new LRUCache<string, readonly Opened[]>({ max: KEPT_MAX });

  /** @param onUnopened - told of each secret that could not be opened; its text holds no secret. */
  constructor(
    private readonly box: Pick<SecretBox, 'open'>,
    private readonly onUnopened: (error: unknown) => void,
  ) {}

  /** The keys of an endpoint that could be opened, in the order of `secrets`. */
  of(endpointId: string, secrets: readonly SealedSecret[]): readonly Uint8Array[] {
    const known = this.#opened.get(endpointId) ?? [];
    const isKnown = known.length === secrets.length && known.every(({ secret }, n) => isSame(secret, secrets[n]));
    return (isKnown ? known : this.#open(endpointId, secrets, known)).map(({ key }) => key);
  }

  /** A rotated secret is another one; those that are left need not be opened again. */
  #open(endpointId: string, secrets: readonly SealedSecret[], known: readonly Opened[]): readonly Opened[] {
    const opened = secrets.flatMap(
      (secret) => known.find((one) => isSame(one.secret, secret)) ?? this.#openOne(endpointId, secret) ?? [],
    );
    this.#opened.set(endpointId, opened);
    return opened;
  }

  #openOne(endpointId: string, secret: SealedSecret): Opened | null {
    try {
      return { secret, key: this.box.open(secret, endpointId) };
    } catch (error) {
      this.onUnopened(error);
      return null;
    }
  }
}

const isSame = (one: SealedSecret, other: SealedSecret | undefined): boolean =>
  other !== undefined && one.keyId === other.keyId && one.sealed.equals(other.sealed);
