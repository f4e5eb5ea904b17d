import type { ProofFormat } from '@droptrack/contracts';
import { InvalidTreeError } from './errors';
import { treeKind } from './tree-kind';

/** A node by its place: level 0 is the lowest one, `index` counts from the left, both from 0. */
export interface TreePlace {
  readonly level: number;
  readonly index: number;
}

/**
 * Where the nodes of one tree stand, and what numbers they have.
 *
 * Nodes are kept in chunks of 32 numbers. A chunk holds what lies below one node, four levels deep: 2 + 4 + 8 + 16
 * nodes, so that a proof needs one chunk for four levels: 5 of a million leaves, 6 of ten million. Two numbers of
 * each chunk stay free. Within a chunk the upper levels come first: where the lowest one is missing, the chunk is
 * short.
 */
export interface TreeLayout {
  /** Level of the root. */
  readonly top: number;
  /** The first chunk that its nodes are in. */
  readonly firstChunk: number;
  /** The chunk after the last. */
  readonly endChunk: number;
  /** How many nodes of a level stand side by side, those that do not exist to the left of others included. */
  width(level: number): number;
  /** Where the leaf of a position stands. */
  leafPlace(position: number): TreePlace;
  /** Number of a node; the root has none, it is kept elsewhere. */
  number(level: number, index: number): number;
}

/** Numbers that one chunk holds, as a power of two: the chunk of a node is `number >> CHUNK_BITS`. */
export const CHUNK_BITS = 5;
/** Most leaves of one tree, so that numbers fit into 32 bits with room to spare. */
export const LEAVES_MAX = 2 ** 28;
/** Levels of a chunk. */
export const BAND = 4;

/**
 * Lays a tree out.
 *
 * @param leaves - integer, 1..2^28.
 * @param firstChunk - where its numbers begin; only the shards of a tree begin elsewhere than at 0.
 * @throws {InvalidTreeError}
 */
export function treeLayout(format: ProofFormat, leaves: number, firstChunk = 0): TreeLayout {
  if (!Number.isInteger(leaves) || leaves < 1 || leaves > LEAVES_MAX) throw new InvalidTreeError('leaves');
  const top = Math.ceil(Math.log2(leaves));
  const isHeap = treeKind(format).odd === 'heap';
  // Asked for once a node: not to be reckoned anew each time.
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
 * OpenZeppelin keeps a tree of n leaves as an array of 2n - 1 nodes, the children of k at 2k + 1 and 2k + 2, and puts
 * leaf 0 last. Seen from the right, which changes no hash, its first leaves stand at the end of the lowest level and
 * the others at the beginning of the one above.
 */
function heapPlace(leaves: number, top: number): (position: number) => TreePlace {
  const onUpperLevel = 2 ** top - leaves;
  const onLowestLevel = leaves - onUpperLevel;
  return (position) =>
    position < onLowestLevel
      ? { level: 0, index: 2 * onUpperLevel + position }
      : { level: 1, index: position - onLowestLevel };
}
