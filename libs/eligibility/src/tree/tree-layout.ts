import { InvalidTreeError } from './hash';
import type { TreeShape } from './tree-shape';

/** Position of a node: level 0 is the lowest, `index` counts from the left, both from 0. */
interface TreePlace {
  readonly level: number;
  readonly index: number;
}

/**
 * Layout of a tree: positions and numbers of its nodes.
 *
 * Nodes are stored in chunks of 32 numbers. A chunk contains the four levels below one node, 2 + 4 + 8 + 16 nodes, so that
 * a proof needs one chunk per four levels: 5 for a million leaves, 6 for ten million. Two numbers of each chunk are unused.
 * Upper levels come first within a chunk, so a chunk without its lowest level is shorter.
 */
export interface TreeLayout {
  /** Level of the root. */
  readonly top: number;
  /** First chunk of its nodes. */
  readonly firstChunk: number;
  /** Chunk after the last one. */
  readonly endChunk: number;
  /** Number of nodes of a level, including missing ones to the left of others. */
  width(level: number): number;
  /** Position of the node of a leaf. */
  leafPlace(position: number): TreePlace;
  /** Number of a node. The root has none, as it is stored separately. */
  number(level: number, index: number): number;
}

/** Size of a chunk as a power of two: the chunk of a node is `number >> CHUNK_BITS`. */
export const CHUNK_BITS = 5;
/** Maximum number of leaves of a tree, so that numbers fit into 32 bits. */
const LEAVES_MAX = 2 ** 28;
/** Number of levels per chunk. */
export const BAND = 4;

/**
 * Computes the layout of a tree.
 *
 * @param leaves - integer, 1 to 2^28.
 * @param firstChunk - first chunk; not 0 only for shards.
 * @throws {InvalidTreeError}
 */
export function treeLayout(odd: TreeShape['odd'], leaves: number, firstChunk = 0): TreeLayout {
  if (!Number.isInteger(leaves) || leaves < 1 || leaves > LEAVES_MAX) throw new InvalidTreeError('leaves');
  const top = Math.ceil(Math.log2(leaves));
  const isHeap = odd === 'heap';
  // Computed once, as it is needed for every node.
  const widths = Array.from({ length: top + 1 }, (_, level) => Math.ceil((isHeap ? 2 ** top : leaves) / 2 ** level));
  const width = (level: number): number => widths[level] ?? 1;
  const bands: number[] = [firstChunk];
  for (let level = 0; level < top; level += BAND) bands.push((bands.at(-1) ?? 0) + Math.ceil(width(level) / 2 ** BAND));
  return {
    top,
    firstChunk,
    endChunk: bands.at(-1) ?? firstChunk,
    width,
    leafPlace: isHeap ? heapPlace(leaves, top) : (index) => ({ level: 0, index }),
    number(level, index) {
      const depth = BAND - (level % BAND);
      const chunk = (bands[Math.floor(level / BAND)] ?? 0) + (index >> depth);
      const before = 1 << depth;
      return (chunk << CHUNK_BITS) + before - 2 + (index & (before - 1));
    },
  };
}

/**
 * OpenZeppelin stores a tree of n leaves as an array of 2n - 1 nodes, the children of k at 2k + 1 and 2k + 2, with leaf 0
 * last. Mirrored, which does not change hashes, its first leaves are at the end of the lowest level and the others at the
 * start of the level above.
 */
function heapPlace(leaves: number, top: number): (position: number) => TreePlace {
  const onUpperLevel = 2 ** top - leaves;
  const onLowestLevel = leaves - onUpperLevel;
  return (position) =>
    position < onLowestLevel
      ? { level: 0, index: 2 * onUpperLevel + position }
      : { level: 1, index: position - onLowestLevel };
}
