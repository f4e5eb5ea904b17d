import type { ProofFormat } from '@droptrack/contracts';
import { InvalidTreeError } from './hash';
import { treeKind } from './tree-kinds';
import { treeLayout, type TreeLayout } from './tree-layout';

/**
 * Position of a shard in a tree of format `ens`, which `proofPath` requires besides the number of leaves. The builder
 * returns it, and it is stored with the list.
 */
export interface TreeShard {
  /** Position of its first leaf. */
  readonly start: number;
  readonly leaves: number;
  /** The first chunk of its nodes. */
  readonly firstChunk: number;
  /** Position of its root among the roots of all shards. */
  readonly rank: number;
}

/**
 * Returns the numbers of the nodes of a proof, the sibling of the leaf first, under which `TreeBuilder` emitted them. Empty
 * for a tree with one leaf.
 *
 * @param leaves - number of leaves of the whole tree, 1 to 2^28.
 * @param position - index of the leaf in the order of its format, from 0.
 * @param shards - shards of a tree of format `ens`, in the order of their leaves; a single shard without them.
 * @throws {InvalidTreeError} for a position outside the tree.
 */
export function proofPath(
  format: ProofFormat,
  leaves: number,
  position: number,
  shards: readonly TreeShard[] = [],
): readonly number[] {
  if (!(Number.isInteger(position) && position >= 0 && position < leaves)) throw new InvalidTreeError('position');
  const repeats = treeKind(format).shape.odd === 'repeat';
  const last = shards.at(-1);
  if (last === undefined) return pathWithin(treeLayout(format, leaves), position, repeats);
  const shard = shards.findLast(({ start }) => start <= position);
  if (shard === undefined || position >= shard.start + shard.leaves) throw new InvalidTreeError('shards');
  const rootsFrom = treeLayout(format, last.leaves, last.firstChunk).endChunk;
  return [
    ...pathWithin(treeLayout(format, shard.leaves, shard.firstChunk), position - shard.start, repeats),
    ...pathWithin(treeLayout(format, shards.length, rootsFrom), shard.rank, repeats),
  ];
}

function pathWithin(layout: TreeLayout, position: number, repeats: boolean): number[] {
  const path: number[] = [];
  let { level, index } = layout.leafPlace(position);
  for (; level < layout.top; level++, index >>= 1) {
    const sibling = index ^ 1;
    if (sibling < layout.width(level)) path.push(layout.number(level, sibling));
    else if (repeats) path.push(layout.number(level, index));
  }
  return path;
}
