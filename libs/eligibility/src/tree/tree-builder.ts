import type { ProofFormat } from '@droptrack/contracts';
import { type Hash, HASH_BYTES, InvalidTreeError } from './hash';
import type { TreeShard } from './proof-path';
import { type NodeListener, SingleTree } from './single-tree';
import { compareHashes, type TreeKind } from './tree-kind';
import { treeKind } from './tree-kinds';
import { isPossibleShape, type TreeShape } from './tree-shape';

/** Options of a builder. */
interface TreeBuilderOptions {
  /** Default: the usual shape of the format. */
  readonly shape?: TreeShape;
  /**
   * Number of leaves per shard of a tree of format `ens`, in their order, without empty shards. Default: a single shard.
   */
  readonly shardLeaves?: readonly number[];
  /** Called after the last node of a chunk (`number >> 5`), in any order, also for chunks without nodes. */
  readonly onChunk?: (chunk: number) => void;
}

/**
 * Builds a tree from the hashes of its leaves, one at a time, and emits each node when it is known.
 *
 * Memory: two hashes per level, and for `ens` the roots of the shards (at most 65 536), but not the leaves.
 *
 * Leaves must come in the order of their positions. For shapes ordered by hash that is ascending, within each shard for
 * `ens`, and other orders are rejected. For `openzeppelin` the order is not checked, because its trees can be built without
 * sorting.
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
  private readonly kind: TreeKind;
  private readonly shape: TreeShape;
  /** Previous leaf of the shard. */
  private readonly previous = new Uint8Array(HASH_BYTES);
  private hasPrevious = false;
  /** Position of the first leaf of the current shard. */
  private start = 0;
  private ranks: readonly number[] = [];
  private tree: SingleTree;

  /**
   * @param leaves - number of leaves, integer, 1 to 2^28.
   * @param onNode - called once per node that a proof can need, with its number of `proofPath`. The bytes are reused after
   *   the call.
   * @throws {InvalidTreeError}
   */
  constructor(
    format: ProofFormat,
    leaves: number,
    private readonly hash: Hash,
    onNode: (number: number, hash: Uint8Array) => void,
    { shape, shardLeaves = [leaves], onChunk = () => {} }: TreeBuilderOptions = {},
  ) {
    this.listener = { onNode, onChunk };
    this.kind = treeKind(format);
    this.shape = shape ?? this.kind.shape;
    if (!isPossibleShape(this.shape)) throw new InvalidTreeError('shape');
    this.isAscending = this.shape.order === 'by_hash' && this.shape.odd !== 'heap';
    this.sizes = shardLeaves;
    const canHave = shardLeaves.length === 1 || (format === 'ens' && shape === undefined);
    const sum = shardLeaves.reduce((total, count) => (count > 0 ? total + count : NaN), 0);
    if (!canHave || sum !== leaves) throw new InvalidTreeError(leaves >= 1 ? 'shards' : 'leaves');
    this.tree = this.nextShard(0);
  }

  /**
   * Adds the hash of the next leaf.
   *
   * @throws {InvalidTreeError} for a leaf that is extra or out of order.
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
   * @throws {InvalidTreeError} for missing leaves.
   */
  end(): Uint8Array {
    if (this.shardRoots.length < this.sizes.length) throw new InvalidTreeError('too_few');
    const inOrder = [...this.shardRoots.entries()].sort(([, a], [, b]) => compareHashes(a, b));
    const ranks: number[] = [];
    inOrder.forEach(([shard], rank) => (ranks[shard] = rank));
    this.ranks = ranks;
    const roots = new SingleTree(
      this.kind,
      this.shape,
      inOrder.length,
      this.hash,
      this.listener,
      this.tree.layout.endChunk,
    );
    for (const [, root] of inOrder) roots.push(root);
    return roots.end();
  }

  /** Positions of the shards for `proofPath`, available after {@link end}. Empty for a single shard. */
  get shards(): readonly TreeShard[] {
    if (this.finished.length < 2) return [];
    return this.finished.map((shard, place) => ({ ...shard, rank: this.ranks[place] ?? 0 }));
  }

  /** Roots of the shards in their order, to compare with published ones; available after {@link end}. */
  get rootsOfShards(): readonly Uint8Array[] {
    return this.shardRoots;
  }

  private nextShard(firstChunk: number): SingleTree {
    const leaves = this.sizes[this.shardRoots.length] ?? 0;
    return new SingleTree(this.kind, this.shape, leaves, this.hash, this.listener, firstChunk);
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
