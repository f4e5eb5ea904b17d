import { InvalidTreeError } from '../hash';
import type { TreeKind } from '../tree-kind';
import { keccakPair, SOLANA_BYTES, writeUint64LittleEndian } from './leaf-bytes';

const UINT64_BYTES = 8;

/**
 * Saber's and Gokii's distributor on Solana: keccak256(u64 index ‖ key ‖ u64 amount), little-endian.
 * Source: github.com/saber-hq/merkle-distributor, `src/utils/balance-tree.ts` and `programs/merkle-distributor/src/lib.rs`.
 */
export const SOLANA_KECCAK: TreeKind = {
  format: 'solana_keccak',
  shape: { order: 'by_hash', pairs: 'sorted', odd: 'promote' },
  leafHash({ wallet, amount, index }, hash) {
    if (wallet.length !== SOLANA_BYTES) throw new InvalidTreeError('wallet_family');
    if (index === null) throw new InvalidTreeError('index');
    const bytes = new Uint8Array(UINT64_BYTES + SOLANA_BYTES + UINT64_BYTES);
    writeUint64LittleEndian(bytes, 0, index, 'index');
    bytes.set(wallet, UINT64_BYTES);
    writeUint64LittleEndian(bytes, UINT64_BYTES + SOLANA_BYTES, amount, 'amount');
    return hash.keccak256(bytes);
  },
  nodeHash: keccakPair,
};
