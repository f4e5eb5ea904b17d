import type { ProofFormat } from '@droptrack/contracts';
import { type Hash, HASH_BYTES } from './hash';
import { proofPath } from './proof-path';
import { TreeBuilder } from './tree-builder';
import { treeKind } from './tree-kinds';
import { CHUNK_BITS, treeLayout } from './tree-layout';
import type { TreeShape } from './tree-shape';

/**
 * Tree in memory, such as one shard of a list; about 70 bytes per leaf.
 *
 * @example
 * const tree = new InMemoryTree('ens', leaves, hash);
 * const proof = tree.proof(0);
 */
export class InMemoryTree {
  /** 32 bytes. */
  readonly root: Uint8Array;
  readonly #nodes: Uint8Array;

  /**
   * @param leaves - hashes of the leaves, 32 bytes each, concatenated in the order of the format; at least one.
   * @throws {InvalidTreeError} for leaves out of order.
   */
  constructor(
    private readonly format: ProofFormat,
    private readonly leaves: Uint8Array,
    hash: Hash,
    private readonly shape: TreeShape = treeKind(format).shape,
  ) {
    const count = leaves.length / HASH_BYTES;
    const { endChunk } = treeLayout(shape.odd, count);
    const nodes = new Uint8Array((endChunk << CHUNK_BITS) * HASH_BYTES);
    const onNode = (number: number, node: Uint8Array): void => nodes.set(node, number * HASH_BYTES);
    const builder = new TreeBuilder(format, count, hash, onNode, { shape });
    for (let at = 0; at < leaves.length; at += HASH_BYTES) builder.push(leaves.subarray(at, at + HASH_BYTES));
    this.root = builder.end();
    this.#nodes = nodes;
  }

  /**
   * Returns the path from a leaf to the root, the sibling of the leaf first.
   *
   * @param position - index of the leaf, from 0.
   * @throws {InvalidTreeError} for a position outside the tree.
   */
  proof(position: number): readonly Uint8Array[] {
    return proofPath(this.format, this.leaves.length / HASH_BYTES, position, [], this.shape.odd).map((number) =>
      this.#nodes.subarray(number * HASH_BYTES, (number + 1) * HASH_BYTES),
    );
  }
}
