import type { SealedSecret, SecretBox } from '@droptrack/persistence';
import { LRUCache } from 'lru-cache';

/** Opened secrets that are kept: those of some thousand endpoints, a few hundred bytes each. */
const KEPT_MAX = 5_000;

/** What deliveries are signed with: secrets of endpoints, opened once and kept in memory. */
export class SigningKeys {
  /** By what was sealed: a rotated secret is another one. */
  readonly #opened = new LRUCache<string, Uint8Array>({ max: KEPT_MAX });

  /** @param onUnopened - told of each secret that could not be opened; its text holds no secret. */
  constructor(
    private readonly box: Pick<SecretBox, 'open'>,
    private readonly onUnopened: (error: unknown) => void,
  ) {}

  /** The keys of an endpoint that could be opened, in the order of `secrets`. */
  of(endpointId: string, secrets: readonly SealedSecret[]): Uint8Array[] {
    return secrets.flatMap((secret) => this.#open(endpointId, secret) ?? []);
  }

  #open(endpointId: string, secret: SealedSecret): Uint8Array | null {
    const name = `${endpointId} ${secret.keyId} ${secret.sealed.toString('latin1')}`;
    const known = this.#opened.get(name);
    if (known !== undefined) return known;
    try {
      const key = this.box.open(secret, endpointId);
      this.#opened.set(name, key);
      return key;
    } catch (error) {
      this.onUnopened(error);
      return null;
    }
  }
}
