import type { ProofFormat } from '@droptrack/contracts';
import { InvalidTreeError } from './hash';
import { isPadding } from './padding';
import type { ProofSide } from './proof';
import { treeKind } from './tree-kinds';
import { treeLayout, type TreeLayout } from './tree-layout';
import type { TreeShape } from './tree-shape';

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
 * @param odd - handling of odd nodes; default: that of the usual shape of the format.
 * @throws {InvalidTreeError} for a position outside the tree.
 */
export function proofPath(
  format: ProofFormat,
  leaves: number,
  position: number,
  shards: readonly TreeShard[] = [],
  odd: TreeShape['odd'] = treeKind(format).shape.odd,
): readonly number[] {
  return proofPaths(format, leaves, shards, odd)(position);
}

/** Paths of the leaves of one tree, by their positions; the same as {@link proofPath}. Computes the layout of the tree once. */
export function proofPaths(
  format: ProofFormat,
  leaves: number,
  shards: readonly TreeShard[] = [],
  odd: TreeShape['odd'] = treeKind(format).shape.odd,
): (position: number) => readonly number[] {
  const last = shards.at(-1);
  const isInTree = (position: number): boolean => Number.isInteger(position) && position >= 0 && position < leaves;
  const fill = fillOf(odd);
  if (last === undefined) {
    const layout = treeLayout(odd, leaves);
    return (position) => {
      if (!isInTree(position)) throw new InvalidTreeError('position');
      return pathWithin(layout, position, fill);
    };
  }
  const roots = treeLayout(odd, shards.length, treeLayout(odd, last.leaves, last.firstChunk).endChunk);
  return (position) => {
    if (!isInTree(position)) throw new InvalidTreeError('position');
    const shard = shards.findLast(({ start }) => start <= position);
    if (shard === undefined || position >= shard.start + shard.leaves) throw new InvalidTreeError('shards');
    const layout = treeLayout(odd, shard.leaves, shard.firstChunk);
    return [...pathWithin(layout, position - shard.start, fill), ...pathWithin(roots, shard.rank, fill)];
  };
}

/**
 * Returns the side of each hash of a proof, for trees that hash pairs by position. A node that is hashed with itself, or that
 * fills a level, counts as the right one.
 *
 * @param odd - handling of odd nodes: any but `heap`.
 * @param leaves - number of leaves, 1 to 2^28.
 * @param position - index of the leaf, from 0.
 * @throws {InvalidTreeError} for a position outside the tree.
 */
export function proofSides(odd: TreeShape['odd'], leaves: number, position: number): readonly ProofSide[] {
  if (!(Number.isInteger(position) && position >= 0 && position < leaves)) throw new InvalidTreeError('position');
  const { top, width } = treeLayout(odd, leaves);
  const sides: ProofSide[] = [];
  for (let level = 0, index = position; level < top; level++, index >>= 1) {
    if ((index & 1) === 1) sides.push('left');
    else if (index + 1 < width(level) || fillOf(odd) !== null) sides.push('right');
  }
  return sides;
}

/** Sibling of a node that has none: the node itself, or one that fills the level. Null where it has no sibling in a proof. */
const fillOf = (odd: TreeShape['odd']): 'self' | 'padding' | null =>
  odd === 'repeat' ? 'self' : isPadding(odd) ? 'padding' : null;

function pathWithin(layout: TreeLayout, position: number, fill: ReturnType<typeof fillOf>): number[] {
  const path: number[] = [];
  let { level, index } = layout.leafPlace(position);
  for (; level < layout.top; level++, index >>= 1) {
    const sibling = index ^ 1;
    if (sibling < layout.width(level) || fill === 'padding') path.push(layout.number(level, sibling));
    else if (fill === 'self') path.push(layout.number(level, index));
  }
  return path;
}
