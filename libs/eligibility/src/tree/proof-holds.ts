import { type Hash, HASH_BYTES, PORTABLE_HASH } from './hash';
import { compareHashes, type TreeKind } from './tree-kind';

/** Most hashes of a proof that is looked at. A tree of 2^64 leaves would have as many. */
export const PROOF_LENGTH_MAX = 64;

/** Whether a proof leads from the hash of a leaf, or of any node, to the root. A hash that has not 32 bytes does not. */
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

/** A node whose way to the root is published: a leaf, or the root of a shard. */
export interface PublishedProof {
  readonly node: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/**
 * The first of these whose published proof does not lead to the published root, where a tree came out otherwise than
 * it was published: of `uniswap` and `jito` a leaf, of `ens` the root of a shard as it was reckoned (see
 * `TreeBuilder.rootsOfShards`).
 *
 * @returns null when all of them do: then a leaf is missing, or is one too many.
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
