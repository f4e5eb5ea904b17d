import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CampaignRow } from './read-campaign-list';
import { SortedBytes } from './sorted-bytes';

const WALLET_BYTES = 20;
const INDEXES_AT_FIRST = 4_096;
/** Wallets after which other work of the process continues. */
const WALLETS_PER_TURN = 8_192;

/** Wallets and claim indexes of rows in any order. 32 bytes per row, and twice that while it grows. */
export class DistinctRows {
  readonly #wallets = new SortedBytes(WALLET_BYTES);
  #indexes = new Float64Array(INDEXES_AT_FIRST);
  #indexed = 0;

  push({ wallet, index }: Pick<CampaignRow, 'wallet' | 'index'>): void {
    this.#wallets.push(wallet);
    if (index === null) return;
    if (this.#indexed === this.#indexes.length) {
      const longer = new Float64Array(this.#indexed * 2);
      longer.set(this.#indexes);
      this.#indexes = longer;
    }
    this.#indexes[this.#indexed++] = Number(index);
  }

  /** Column that has the same value in several rows; null without one. Other work of the process continues in between. */
  async duplicate(): Promise<'wallet' | 'index' | null> {
    let former: Buffer = Buffer.of();
    let wallets = 0;
    for (const wallet of this.#wallets.sorted()) {
      if (former.equals(wallet)) return 'wallet';
      former = wallet;
      if (++wallets % WALLETS_PER_TURN === 0) await nextTurn();
    }
    const indexes = this.#indexes.subarray(0, this.#indexed).sort();
    return indexes.some((index, at) => index === indexes[at - 1]) ? 'index' : null;
  }
}
