import type { ProofFormat } from '@droptrack/contracts';
import { hexToBytes } from '../hex-bytes';
import { type Hash, HASH_BYTES, InvalidTreeError, PORTABLE_HASH } from './hash';
import { compareHashes, parentHash, type ProofKind, type TreeKind, type TreeLeaf } from './tree-kind';
import { portableKind } from './tree-kinds';

/** Maximum length of a proof, for a tree of 2^64 leaves. */
export const PROOF_LENGTH_MAX = 64;

/** Side of a sibling hash in its pair. */
export type ProofSide = 'left' | 'right';

/**
 * Verifies a proof from the hash of a leaf or another node to the root. Hashes of other lengths than 32 bytes fail.
 *
 * @param sides - side of each hash of the proof, for a tree that hashes pairs by position; null if it sorts them.
 */
export function proofHolds(
  kind: Pick<ProofKind, 'nodeHash'>,
  leafHash: Uint8Array,
  proof: readonly Uint8Array[],
  root: Uint8Array,
  hash: Hash = PORTABLE_HASH,
  sides: readonly ProofSide[] | null = null,
): boolean {
  if (proof.length > PROOF_LENGTH_MAX || (sides !== null && sides.length !== proof.length)) return false;
  if ([leafHash, root, ...proof].some(({ length }) => length !== HASH_BYTES)) return false;
  const reached = proof.reduce((node, sibling, step) => {
    const side = sides?.[step];
    if (side === undefined) return parentHash(kind, node, sibling, hash);
    return side === 'left' ? kind.nodeHash(sibling, node, hash) : kind.nodeHash(node, sibling, hash);
  }, leafHash);
  return compareHashes(reached, root) === 0;
}

/** Node with a published proof: a leaf, or the root of a shard. */
interface PublishedProof {
  readonly node: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/**
 * Finds the first node whose published proof does not lead to the published root, to locate the difference between a built
 * and a published tree: a leaf for `uniswap` and `jito`, the computed root of a shard for `ens` (see
 * `TreeBuilder.rootsOfShards`).
 *
 * @returns null if all proofs are valid: then a leaf is missing or extra.
 */
export function firstDifference<T extends PublishedProof>(
  kind: TreeKind,
  published: Iterable<T>,
  root: Uint8Array,
  hash: Hash = PORTABLE_HASH,
): T | null {
  for (const each of published) if (!proofHolds(kind, each.node, each.proof, root, hash)) return each;
  return null;
}

/**
 * Index under which a contract like ENS's records a claim. The leaves of its trees have no index: the contract derives it
 * from the proof, one bit per node, the sibling of the leaf as the highest bit. A bit is 1 if the node on the path is
 * greater than its sibling. The index is unique within a tree that sorts pairs, and only there.
 *
 * Source: github.com/ensdomains/governance, `contracts/MerkleProof.sol` and `contracts/ENSToken.sol`; Hop's token has
 * the same code.
 *
 * @param proof - from the leaf's sibling to the root, 0x and 64 hex digits each, of a tree that sorts pairs. It is not verified.
 * @returns 0 to 2^n - 1 for a proof of n nodes.
 * @throws {InvalidTreeError} for a leaf that the format cannot represent, and for a format of Starknet.
 */
export function proofIndex(format: ProofFormat, leaf: TreeLeaf, proof: readonly string[]): bigint {
  const kind = portableKind(format);
  if (kind === undefined) throw new InvalidTreeError('hash');
  let node = kind.leafHash(leaf, PORTABLE_HASH);
  let index = 0n;
  for (const text of proof) {
    const sibling = hexToBytes(text.slice(2));
    index = 2n * index + (compareHashes(node, sibling) > 0 ? 1n : 0n);
    node = parentHash(kind, node, sibling, PORTABLE_HASH);
  }
  return index;
}
