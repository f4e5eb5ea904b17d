import { type Hash, HASH_BYTES, InvalidTreeError } from './hash';
import { isPadding, paddingHashes } from './padding';
import { parentHash, type TreeKind } from './tree-kind';
import { BAND, CHUNK_BITS, treeLayout, type TreeLayout } from './tree-layout';
import type { TreeShape } from './tree-shape';

/** Callbacks for the nodes of a tree. */
export interface NodeListener {
  /** Called once per node that a proof can need. The bytes are reused after the call. */
  onNode(number: number, hash: Uint8Array): void;
  /** Called after the last node of a chunk, also for chunks without nodes. */
  onChunk(chunk: number): void;
}

/** Nodes of a level that wait for their siblings. */
interface Waiting {
  /** Node that waits for its right sibling. */
  readonly left: Uint8Array;
  /** For `heap`, whose lowest leaves come first: the node whose left neighbour comes last. */
  readonly right: Uint8Array;
  /** Index of `right`; -1 without such a node. */
  readonly rightIndex: number;
}

/**
 * Builds a tree without shards from its leaves in order. It keeps two hashes per level, for any number of leaves.
 */
export class SingleTree {
  readonly layout: TreeLayout;
  private readonly waiting: readonly Waiting[];
  /** Hash that fills a level; null for a shape without padding. */
  private readonly padding: ((level: number) => Uint8Array) | null;
  private pushed = 0;
  private root: Uint8Array | null = null;

  constructor(
    private readonly kind: TreeKind,
    private readonly shape: TreeShape,
    readonly leaves: number,
    private readonly hash: Hash,
    private readonly listener: NodeListener,
    firstChunk: number,
  ) {
    this.layout = treeLayout(shape.odd, leaves, firstChunk);
    this.padding = isPadding(shape.odd) ? paddingHashes(shape.odd, kind, hash) : null;
    this.waiting = Array.from({ length: this.layout.top }, (_, level) => ({
      left: new Uint8Array(HASH_BYTES),
      right: new Uint8Array(HASH_BYTES),
      rightIndex: this.earlyIndex(level),
    }));
  }

  get isComplete(): boolean {
    return this.pushed === this.leaves;
  }

  /** @throws {InvalidTreeError} */
  push(leafHash: Uint8Array): void {
    if (this.isComplete) throw new InvalidTreeError('too_many');
    const { level, index } = this.layout.leafPlace(this.pushed++);
    this.climb(level, index, leafHash);
  }

  /** @throws {InvalidTreeError} */
  end(): Uint8Array {
    if (this.root === null) throw new InvalidTreeError('too_few');
    return this.root;
  }

  /** Propagates a node upwards until a sibling is missing. */
  private climb(fromLevel: number, fromIndex: number, node: Uint8Array): void {
    const { top } = this.layout;
    let hash = node;
    for (let level = fromLevel, index = fromIndex; ; level++, index >>= 1) {
      if (level > fromLevel && (level % BAND === 0 || level === top)) this.complete(level - 1, index << 1);
      if (level === top) {
        this.root = hash.slice();
        return;
      }
      const above = this.above(level, index, hash);
      if (above === null) return;
      hash = above;
    }
  }

  /** Computes the parent of a node; null while the sibling is missing. */
  private above(level: number, index: number, hash: Uint8Array): Uint8Array | null {
    const isAlone = (index ^ 1) >= this.layout.width(level);
    if (isAlone && this.shape.odd === 'promote') return hash;
    this.listener.onNode(this.layout.number(level, index), hash);
    if (isAlone) return this.parent(hash, this.padding === null ? hash : this.padded(level, index ^ 1));
    const waiting = this.waiting[level];
    if (waiting === undefined) return null; // Only the root has no waiting level.
    if (index === waiting.rightIndex) {
      waiting.right.set(hash);
      return null;
    }
    if ((index | 1) === waiting.rightIndex) return this.parent(hash, waiting.right);
    if ((index & 1) === 1) return this.parent(waiting.left, hash);
    waiting.left.set(hash);
    return null;
  }

  /** Emits the node that fills a level, so that proofs contain it like any other. */
  private padded(level: number, index: number): Uint8Array {
    const hash = this.padding?.(level) ?? new Uint8Array(HASH_BYTES);
    this.listener.onNode(this.layout.number(level, index), hash);
    return hash;
  }

  private parent(left: Uint8Array, right: Uint8Array): Uint8Array {
    return parentHash(this.kind, left, right, this.hash, this.shape.pairs);
  }

  private complete(level: number, index: number): void {
    this.listener.onChunk(this.layout.number(level, index) >> CHUNK_BITS);
  }

  /** For `heap`: index of the node of a level that comes before its left neighbour; -1 without one. */
  private earlyIndex(level: number): number {
    const first = Math.ceil(this.layout.leafPlace(0).index / 2 ** level);
    return first % 2 === 1 ? first : -1;
  }
}
