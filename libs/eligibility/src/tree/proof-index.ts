import type { ProofFormat } from '@droptrack/contracts';
import { hexToBytes } from '@noble/hashes/utils';
import { PORTABLE_HASH } from './hash';
import { compareHashes, treeKind, type TreeLeaf } from './tree-kind';

/**
 * Index under which a contract like ENS's records a claim. The leaves of its trees have no index: the contract derives it
 * from the proof, one bit per node, the sibling of the leaf as the highest bit. A bit is 1 if the node on the path is
 * greater than its sibling. The index is unique within a tree.
 *
 * Source: github.com/ensdomains/governance, `contracts/MerkleProof.sol` and `contracts/ENSToken.sol`; Hop's token has
 * the same code.
 *
 * @param proof - from the leaf's sibling to the root, 0x and 64 hex digits each. It is not verified.
 * @returns 0 to 2^n - 1 for a proof of n nodes.
 * @throws {InvalidTreeError} for a leaf that the format cannot represent.
 */
export function proofIndex(format: ProofFormat, leaf: TreeLeaf, proof: readonly string[]): bigint {
  const kind = treeKind(format);
  let node = kind.leafHash(leaf, PORTABLE_HASH);
  let index = 0n;
  for (const text of proof) {
    const sibling = hexToBytes(text.slice(2));
    index = 2n * index + (compareHashes(node, sibling) > 0 ? 1n : 0n);
    node = kind.nodeHash(node, sibling, PORTABLE_HASH);
  }
  return index;
}
