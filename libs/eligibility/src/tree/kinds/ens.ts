import type { TreeKind } from '../tree-kind';
import { EVM_BYTES, keccakPair, WORD_BYTES, writeEvmWallet, writeUint256, zeroedBytes } from './leaf-bytes';

/**
 * The sharded trees of ENS's and Hop's airdrops: keccak256(address ‖ uint256 balance). Wallets whose addresses start
 * with the same hex digits form a shard, a tree of its own; the roots of the shards are the leaves of the upper tree.
 */
export const ENS: TreeKind = {
  format: 'ens',
  shape: { order: 'by_hash', pairs: 'sorted', odd: 'promote' },
  hasOtherShapes: true,
  leafHash({ wallet, amount }, hash) {
    const bytes = zeroedBytes(EVM_BYTES + WORD_BYTES);
    writeEvmWallet(bytes, 0, wallet);
    writeUint256(bytes, EVM_BYTES, amount, 'amount');
    return hash.keccak256(bytes);
  },
  nodeHash: keccakPair,
};

/**
 * Shard of a wallet in a tree of format `ens`: the number of the first hex digits of its address.
 *
 * @param nybbles - `shardNybbles` of the published root, 0 to 4.
 * @returns 0 to 16^nybbles - 1.
 */
export function shardOf(wallet: Uint8Array, nybbles: number): number {
  const first = ((wallet[0] ?? 0) << 8) | (wallet[1] ?? 0);
  return first >> (16 - 4 * nybbles);
}
