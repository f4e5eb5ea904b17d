import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Hash, HASH_BYTES, TreeBuilder } from '@droptrack/eligibility';
import type { Campaign } from '@droptrack/discovery';

const LEAVES_AT_FIRST = 4_096;
const BUCKETS = 65_536;
/** Leaves after which other work of the process continues. */
const LEAVES_PER_TURN = 8_192;

/** Hashes of the leaves of a tree in any order, and the root of the tree. 36 bytes per leaf, and twice that while it grows. */
export class LeafHashes {
  #bytes = Buffer.allocUnsafe(LEAVES_AT_FIRST * HASH_BYTES);
  #leaves = 0;

  get length(): number {
    return this.#leaves;
  }

  push(hash: Uint8Array): void {
    const end = (this.#leaves + 1) * HASH_BYTES;
    if (end > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2);
    this.#bytes.set(hash, end - HASH_BYTES);
    this.#leaves++;
  }

  /**
   * Root of the tree of all leaves, 32 bytes. Other work of the process continues in between.
   *
   * @throws {InvalidTreeError} for no leaves, and for leaves that a tree of the format cannot have.
   */
  async root(format: Campaign['treeFormat'], hash: Hash): Promise<Uint8Array> {
    const builder = new TreeBuilder(format, this.#leaves, hash, () => undefined);
    let leaves = 0;
    for (const leaf of this.#sorted()) {
      const at = leaf * HASH_BYTES;
      builder.push(this.#bytes.subarray(at, at + HASH_BYTES));
      if (++leaves % LEAVES_PER_TURN === 0) await nextTurn();
    }
    return builder.end();
  }

  /**
   * Indexes of the leaves in ascending order of their hashes: distributed by their first 16 bits, then sorted within these
   * buckets, one at a time. Also a list whose leaves share these bits, which its author can arrange, takes n log n.
   */
  *#sorted(): Generator<number> {
    const starts = new Uint32Array(BUCKETS + 1);
    const count = (bucket: number, by: number): number => (starts[bucket] = (starts[bucket] ?? 0) + by);
    for (let leaf = 0; leaf < this.#leaves; leaf++) count(this.#bucket(leaf) + 1, 1);
    for (let bucket = 0; bucket < BUCKETS; bucket++) count(bucket + 1, starts[bucket] ?? 0);
    const ends = starts.slice();
    const order = new Uint32Array(this.#leaves);
    for (let leaf = 0; leaf < this.#leaves; leaf++) {
      const bucket = this.#bucket(leaf);
      const at = ends[bucket] ?? 0;
      order[at] = leaf;
      ends[bucket] = at + 1;
    }
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const leaves = order.subarray(starts[bucket], starts[bucket + 1]);
      if (leaves.length > 0) yield* leaves.sort((a, b) => this.#compare(a, b));
    }
  }

  #bucket(leaf: number): number {
    return this.#bytes.readUInt16BE(leaf * HASH_BYTES);
  }

  #compare(a: number, b: number): number {
    const bytes = this.#bytes;
    const [atA, atB] = [a * HASH_BYTES, b * HASH_BYTES];
    return bytes.compare(bytes, atB, atB + HASH_BYTES, atA, atA + HASH_BYTES);
  }
}
