import { type Hash, HASH_BYTES, PORTABLE_HASH } from './hash';
import { compareHashes, type TreeKind } from './tree-kind';

/** Maximum length of a proof, for a tree of 2^64 leaves. */
export const PROOF_LENGTH_MAX = 64;

/** Verifies a proof from the hash of a leaf or another node to the root. Hashes of other lengths than 32 bytes fail. */
export function proofHolds(
  kind: TreeKind,
  leafHash: Uint8Array,
  proof: readonly Uint8Array[],
  root: Uint8Array,
  hash: Hash = PORTABLE_HASH,
): boolean {
  if (proof.length > PROOF_LENGTH_MAX) return false;
  if ([leafHash, root, ...proof].some(({ length }) => length !== HASH_BYTES)) return false;
  const reached = proof.reduce((node, sibling) => kind.nodeHash(node, sibling, hash), leafHash);
  return compareHashes(reached, root) === 0;
}

/** Node with a published proof: a leaf, or the root of a shard. */
export interface PublishedProof {
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
