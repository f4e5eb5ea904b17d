import { Injectable } from '@nestjs/common';
import { DomainError, UnavailableError } from '../../platform/errors/domain-error';

/**
 * Transfers at once: of one key, so that no key takes them all, and of this process, which keeps a connection for each.
 * The last ones are for keys that have none, so that a few keys cannot take them all together.
 */
export const TRANSFERS_MAX = { ofKey: 2, all: 8, reserved: 2 } as const;
/** What a refused caller is told to wait, in seconds: nobody knows when another transfer ends. */
const RETRY_AFTER_SECONDS = 10;

/** Keeps the number of transfers within bounds. */
@Injectable()
export class TransferSlots {
  readonly #ofKeys = new Map<string, number>();
  #all = 0;

  /** How many are taken now. */
  get taken(): number {
    return this.#all;
  }

  /**
   * Takes a place for a transfer.
   *
   * @returns gives it back; to be called once.
   * @throws {DomainError} `rate_limited` when the key has as many as it may; {@link UnavailableError} when the process has.
   */
  take(keyId: string): () => void {
    const own = this.#ofKeys.get(keyId) ?? 0;
    if (own >= TRANSFERS_MAX.ofKey) throw tooManyOfKey();
    if (this.#all >= TRANSFERS_MAX.all - (own > 0 ? TRANSFERS_MAX.reserved : 0)) {
      throw new UnavailableError('This instance has reached its limit of concurrent transfers', RETRY_AFTER_SECONDS);
    }
    this.#all += 1;
    this.#ofKeys.set(keyId, own + 1);
    return () => this.#giveBack(keyId);
  }

  #giveBack(keyId: string): void {
    this.#all -= 1;
    const left = (this.#ofKeys.get(keyId) ?? 1) - 1;
    if (left === 0) this.#ofKeys.delete(keyId);
    else this.#ofKeys.set(keyId, left);
  }
}

/** The refusal of one transfer more of a key. */
export const tooManyOfKey = (): DomainError =>
  new DomainError('rate_limited', `A key can have ${TRANSFERS_MAX.ofKey} concurrent transfers`, {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
