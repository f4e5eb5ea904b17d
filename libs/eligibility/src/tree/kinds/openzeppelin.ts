import type { TreeKind } from '../tree-kind';
import { EVM_BYTES, keccakPair, WORD_BYTES, writeEvmWallet, writeUint256, zeroedBytes } from './leaf-bytes';

/**
 * OpenZeppelin's StandardMerkleTree: keccak256(keccak256(abi.encode(address, uint256))); for a leaf with an index
 * keccak256(keccak256(abi.encode(uint256 index, address, uint256))), the other common encoding.
 * Source: github.com/OpenZeppelin/merkle-tree, README.
 */
export const OPENZEPPELIN: TreeKind = {
  format: 'openzeppelin',
  shape: { order: 'by_hash', pairs: 'sorted', odd: 'heap' },
  leafHash({ wallet, amount, index }, hash) {
    const start = index === null ? 0 : WORD_BYTES;
    const bytes = zeroedBytes(start + 2 * WORD_BYTES);
    if (index !== null) writeUint256(bytes, 0, index, 'index');
    writeEvmWallet(bytes, start + WORD_BYTES - EVM_BYTES, wallet);
    writeUint256(bytes, start + WORD_BYTES, amount, 'amount');
    return hash.keccak256(hash.keccak256(bytes));
  },
  nodeHash: keccakPair,
};
