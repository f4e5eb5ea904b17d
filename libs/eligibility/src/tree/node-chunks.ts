import { HASH_BYTES } from './hash';
import { CHUNK_BITS } from './tree-layout';

const CHUNK_NODES = 2 ** CHUNK_BITS;

/**
 * Collects the nodes of a tree into chunks of 32 consecutive numbers, and emits each complete chunk. Only a few chunks per
 * band of levels are open, for any number of leaves, because a chunk is complete with the node above it.
 *
 * @example
 * const chunks = new NodeChunks((chunk, hashes) => rows.push({ chunk, hashes }));
 * new TreeBuilder(format, leaves, hash, chunks.onNode, { onChunk: chunks.onChunk });
 */
export class NodeChunks {
  private readonly open = new Map<number, { bytes: Uint8Array; end: number }>();

  /**
   * @param onRow - called once per chunk with nodes. The callee owns `hashes`: 32 bytes per number of the chunk up to its
   *   last node, zeros for missing nodes.
   */
  constructor(private readonly onRow: (chunk: number, hashes: Uint8Array) => void) {}

  /** Callback for `TreeBuilder`. */
  readonly onNode = (number: number, hash: Uint8Array): void => {
    const chunk = number >> CHUNK_BITS;
    let chunkNodes = this.open.get(chunk);
    if (chunkNodes === undefined) {
      chunkNodes = { bytes: new Uint8Array(CHUNK_NODES * HASH_BYTES), end: 0 };
      this.open.set(chunk, chunkNodes);
    }
    const at = (number % CHUNK_NODES) * HASH_BYTES;
    chunkNodes.bytes.set(hash, at);
    chunkNodes.end = Math.max(chunkNodes.end, at + HASH_BYTES);
  };

  /** Callback for `TreeBuilder`. */
  readonly onChunk = (chunk: number): void => {
    const chunkNodes = this.open.get(chunk);
    if (chunkNodes === undefined) return;
    this.open.delete(chunk);
    this.onRow(chunk, chunkNodes.bytes.subarray(0, chunkNodes.end));
  };
}

/** Node of a number in the bytes of its chunk; undefined if the chunk does not contain it. */
export function nodeOf(number: number, hashes: Uint8Array): Uint8Array | undefined {
  const at = (number % CHUNK_NODES) * HASH_BYTES;
  return at + HASH_BYTES > hashes.length ? undefined : hashes.subarray(at, at + HASH_BYTES);
}
