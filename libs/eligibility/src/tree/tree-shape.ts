/** Shape of a tree: all that its root depends on besides the encoding of leaves and nodes. */
export interface TreeShape {
  /** Order of the leaves: ascending by hash, or by claim index and, without one, by index in the list. */
  readonly order: 'by_hash' | 'by_index';
  /** Order of the two children of a node in its hash: the lesser first, or the left one first. */
  readonly pairs: 'sorted' | 'positional';
  /**
   * Handling of a node without a sibling: it becomes its parent (`promote`), or is hashed with itself (`repeat`), with
   * keccak256 of no bytes (`empty`), or with the root of zero hashes that fill the leaves to a power of two (`zero`). `heap`:
   * every node has a sibling, because leaves are on two levels, as in OpenZeppelin's layout.
   */
  readonly odd: 'promote' | 'repeat' | 'heap' | 'zero' | 'empty';
}

/** False for a shape that no kind of tree has: in OpenZeppelin's layout, pairs are always sorted. */
export const isPossibleShape = ({ odd, pairs }: TreeShape): boolean => odd !== 'heap' || pairs === 'sorted';

/** True for two equal shapes. */
export const isSameShape = (a: TreeShape, b: TreeShape): boolean =>
  a.order === b.order && a.pairs === b.pairs && a.odd === b.odd;

const ORDERS = ['by_hash', 'by_index'] as const;
const PAIRS = ['sorted', 'positional'] as const;
const ODDS = ['promote', 'repeat', 'heap', 'zero', 'empty'] as const;

/** All shapes that trees can have, sorted pairs first. */
export const TREE_SHAPES: readonly TreeShape[] = PAIRS.flatMap((pairs) =>
  ODDS.flatMap((odd) => ORDERS.map((order) => ({ order, pairs, odd }))),
).filter(isPossibleShape);
