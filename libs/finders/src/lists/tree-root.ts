import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Hash, HASH_BYTES, TreeBuilder } from '@droptrack/eligibility';
import type { Campaign } from '@droptrack/discovery';
import { SortedBytes } from './sorted-bytes';

/** Leaves after which other work of the process continues. */
const LEAVES_PER_TURN = 8_192;

/** Hashes of the leaves of a tree in any order, and the root of the tree. */
export class LeafHashes {
  readonly #hashes = new SortedBytes(HASH_BYTES);

  get length(): number {
    return this.#hashes.length;
  }

  push(hash: Uint8Array): void {
    this.#hashes.push(hash);
  }

  /**
   * Root of the tree of all leaves, 32 bytes. Other work of the process continues in between.
   *
   * @throws {InvalidTreeError} for no leaves, and for leaves that a tree of the format cannot have.
   */
  async root(format: Campaign['treeFormat'], hash: Hash): Promise<Uint8Array> {
    const builder = new TreeBuilder(format, this.length, hash, () => undefined);
    let leaves = 0;
    for (const leaf of this.#hashes.sorted()) {
      builder.push(leaf);
      if (++leaves % LEAVES_PER_TURN === 0) await nextTurn();
    }
    return builder.end();
  }
}
