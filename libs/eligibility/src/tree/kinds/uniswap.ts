import { InvalidTreeError } from '../hash';
import type { TreeKind } from '../tree-kind';
import { EVM_BYTES, keccakPair, WORD_BYTES, writeEvmWallet, writeUint256, zeroedBytes } from './leaf-bytes';

/**
 * Uniswap's merkle distributor: keccak256(uint256 index ‖ address ‖ uint256 amount).
 * Source: github.com/Uniswap/merkle-distributor, `src/balance-tree.ts` and its published root.
 */
export const UNISWAP: TreeKind = {
  format: 'uniswap',
  shape: { order: 'by_hash', pairs: 'sorted', odd: 'promote' },
  hasOtherShapes: true,
  leafHash({ wallet, amount, index }, hash) {
    if (index === null) throw new InvalidTreeError('index');
    const bytes = zeroedBytes(WORD_BYTES + EVM_BYTES + WORD_BYTES);
    writeUint256(bytes, 0, index, 'index');
    writeEvmWallet(bytes, WORD_BYTES, wallet);
    writeUint256(bytes, WORD_BYTES + EVM_BYTES, amount, 'amount');
    return hash.keccak256(bytes);
  },
  nodeHash: keccakPair,
};
