import { encodeLeaf } from '../leaf-encoding';
import type { TreeKind, TreeLeaf } from '../tree-kind';
import { EVM_BYTES, keccakPair, WORD_BYTES, writeEvmWallet, writeUint256, zeroedBytes } from './leaf-bytes';

/**
 * OpenZeppelin's StandardMerkleTree: keccak256(keccak256(abi.encode(fields))), by default of (address, uint256) or, with an
 * index, of (uint256 index, address, uint256), the two common encodings.
 * Source: github.com/OpenZeppelin/merkle-tree, README.
 */
export const OPENZEPPELIN: TreeKind = {
  format: 'openzeppelin',
  shape: { order: 'by_hash', pairs: 'sorted', odd: 'heap' },
  hasOtherShapes: true,
  fields: 'optional',
  leafHash(leaf, hash) {
    const bytes = leaf.fields === undefined ? encodeUsualLeaf(leaf) : encodeLeaf(leaf, leaf.fields, 'padded');
    return hash.keccak256(hash.keccak256(bytes));
  },
  nodeHash: keccakPair,
};

/** Encodes (address, uint256), or (uint256 index, address, uint256). The bytes are valid until the next call. */
export function encodeUsualLeaf({ wallet, amount, index }: TreeLeaf): Uint8Array {
  const start = index === null ? 0 : WORD_BYTES;
  const bytes = zeroedBytes(start + 2 * WORD_BYTES);
  if (index !== null) writeUint256(bytes, 0, index, 'index');
  writeEvmWallet(bytes, start + WORD_BYTES - EVM_BYTES, wallet);
  writeUint256(bytes, start + WORD_BYTES, amount, 'amount');
  return bytes;
}
