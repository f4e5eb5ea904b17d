import type { ProofFormat } from '@droptrack/contracts';
import { InvalidTreeError } from './errors';
import { type Hash, HASH_BYTES } from './hash';
import type { TreeShard } from './proof-path';
import { type NodeListener, SingleTree } from './single-tree';
import { compareHashes } from './tree-kind';

/** What may be told to a builder beside the number of leaves. */
export interface TreeBuilderOptions {
  /**
   * How many leaves each shard of a tree of format `ens` has, in the order in which they come; shards without leaves
   * are left out. Without it the tree is a single shard.
   */
  readonly shardLeaves?: readonly number[];
  /** Told when no other node of a chunk (`number >> 5`) will come, in no promised order; of some chunks none has come. */
  readonly onChunk?: (chunk: number) => void;
}

/**
 * Builds a tree from the hashes of its leaves, one at a time, and tells each node as it is known.
 *
 * Memory: two hashes a level, and with `ens` the roots of the shards (at most 65 536); never the leaves.
 *
 * Leaves come in the order of their positions: ascending by hash with `uniswap`, with `ens` so within each shard, the
 * shards one after another; a hash that is not above the one before it is refused. With `openzeppelin` the order
 * should be ascending too, but is not checked: its trees may be made without sorting. With `jito` any order is one.
 *
 * @example
 * const builder = new TreeBuilder('uniswap', leafHashes.length, hash, (number, node) => nodes.set(number, node.slice()));
 * for (const leafHash of leafHashes) builder.push(leafHash);
 * const root = builder.end();
 */
export class TreeBuilder {
  private readonly sizes: readonly number[];
  private readonly shardRoots: Uint8Array[] = [];
  private readonly finished: Omit<TreeShard, 'rank'>[] = [];
  private readonly listener: NodeListener;
  private readonly isAscending: boolean;
  /** The leaf before, of those of the shard. */
  private readonly previous = new Uint8Array(HASH_BYTES);
  private hasPrevious = false;
  /** Position of the first leaf of the shard that is being built. */
  private start = 0;
  private ranks: readonly number[] = [];
  private tree: SingleTree;

  /**
   * @param leaves - how many will come; integer, 1..2^28.
   * @param onNode - told once of every node that a proof can need, under the number that `proofPath` gives it. The
   *   bytes may be another node's after the call.
   * @throws {InvalidTreeError}
   */
  constructor(
    private readonly format: ProofFormat,
    leaves: number,
    private readonly hash: Hash,
    onNode: (number: number, hash: Uint8Array) => void,
    { shardLeaves = [leaves], onChunk = () => {} }: TreeBuilderOptions = {},
  ) {
    this.listener = { onNode, onChunk };
    this.isAscending = format === 'uniswap' || format === 'ens';
    this.sizes = shardLeaves;
    const canHave = format === 'ens' || shardLeaves.length === 1;
    const sum = shardLeaves.reduce((total, count) => (count > 0 ? total + count : NaN), 0);
    if (!canHave || sum !== leaves) throw new InvalidTreeError(leaves >= 1 ? 'shards' : 'leaves');
    this.tree = this.nextShard(0);
  }

  /**
   * Takes the hash of the next leaf.
   *
   * @throws {InvalidTreeError} for one too many, or one that is out of order.
   */
  push(leafHash: Uint8Array): void {
    if (leafHash.length !== HASH_BYTES) throw new InvalidTreeError('hash_length');
    if (this.tree.isComplete && this.shardRoots.length < this.sizes.length) {
      this.tree = this.nextShard(this.tree.layout.endChunk);
    }
    if (this.isAscending) this.assertAscending(leafHash);
    this.tree.push(leafHash);
    if (this.tree.isComplete) this.finishShard();
  }

  /**
   * @returns the root, 32 bytes.
   * @throws {InvalidTreeError} when leaves are missing.
   */
  end(): Uint8Array {
    if (this.shardRoots.length < this.sizes.length) throw new InvalidTreeError('too_few');
    const inOrder = [...this.shardRoots.entries()].sort(([, a], [, b]) => compareHashes(a, b));
    const ranks: number[] = [];
    inOrder.forEach(([shard], rank) => (ranks[shard] = rank));
    this.ranks = ranks;
    const roots = new SingleTree(this.format, inOrder.length, this.hash, this.listener, this.tree.layout.endChunk);
    for (const [, root] of inOrder) roots.push(root);
    return roots.end();
  }

  /** Where the shards stand, for `proofPath`; after {@link end}. Empty where the tree is a single shard. */
  get shards(): readonly TreeShard[] {
    if (this.finished.length < 2) return [];
    return this.finished.map((shard, place) => ({ ...shard, rank: this.ranks[place] ?? 0 }));
  }

  /** Roots of the shards in the order in which they came, to be compared with published ones; after {@link end}. */
  get rootsOfShards(): readonly Uint8Array[] {
    return this.shardRoots;
  }

  private nextShard(firstChunk: number): SingleTree {
    return new SingleTree(this.format, this.sizes[this.shardRoots.length] ?? 0, this.hash, this.listener, firstChunk);
  }

  private finishShard(): void {
    const { layout, leaves } = this.tree;
    this.shardRoots.push(this.tree.end());
    this.finished.push({ start: this.start, leaves, firstChunk: layout.firstChunk });
    this.start += leaves;
    this.hasPrevious = false;
  }

  private assertAscending(leafHash: Uint8Array): void {
    if (this.hasPrevious && compareHashes(this.previous, leafHash) >= 0) throw new InvalidTreeError('out_of_order');
    this.previous.set(leafHash);
    this.hasPrevious = true;
  }
}
