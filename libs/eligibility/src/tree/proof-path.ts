import type { ProofFormat } from '@droptrack/contracts';
import { InvalidTreeError } from './errors';
import { treeKind } from './tree-kind';
import { treeLayout, type TreeLayout } from './tree-layout';

/**
 * Where one shard of a tree of format `ens` stands; what `proofPath` needs to know beside the number of leaves. Plain
 * numbers, to be kept with the list. The builder tells them.
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
 * Numbers of the nodes that lead from a leaf to the root, the leaf's sibling first: what `TreeBuilder` told under
 * these numbers is the leaf's proof, in this order. Empty for a tree of one leaf.
 *
 * @param leaves - how many the whole tree has, 1..2^28.
 * @param position - of the leaf in the order of its format, from 0.
 * @param shards - of a tree of format `ens`, in the order of their leaves; without them it is a single shard.
 * @throws {InvalidTreeError} for a position outside the tree.
 */
export function proofPath(
  format: ProofFormat,
  leaves: number,
  position: number,
  shards: readonly TreeShard[] = [],
): readonly number[] {
  if (!(Number.isInteger(position) && position >= 0 && position < leaves)) throw new InvalidTreeError('position');
  const repeats = treeKind(format).odd === 'repeat';
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
