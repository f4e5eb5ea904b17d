import { HASH_BYTES, InvalidTreeError } from '../hash';
import type { TreeKind } from '../tree-kind';
import { SOLANA_BYTES, writeUint64LittleEndian } from './leaf-bytes';

/** Prefix of the hashed bytes, so that an inner node cannot be used as a leaf. */
const JITO_LEAF_PREFIX = 0;
const JITO_NODE_PREFIX = 1;

/**
 * Jito's distributor on Solana: sha256(0 ‖ sha256(key ‖ u64 unlocked ‖ u64 locked)), little-endian; nodes are
 * sha256(1 ‖ lesser ‖ greater). Leaves are in the order of the list.
 * Source: github.com/jito-foundation/distributor, `merkle-tree/`, and its published trees.
 */
export const JITO: TreeKind = {
  format: 'jito',
  shape: { order: 'by_index', pairs: 'sorted', odd: 'repeat' },
  leafHash({ wallet, amount, locked = 0n }, hash) {
    if (wallet.length !== SOLANA_BYTES) throw new InvalidTreeError('wallet_family');
    if (locked < 0n || locked > amount) throw new InvalidTreeError('locked');
    const bytes = new Uint8Array(SOLANA_BYTES + 16);
    bytes.set(wallet);
    writeUint64LittleEndian(bytes, SOLANA_BYTES, amount - locked);
    writeUint64LittleEndian(bytes, SOLANA_BYTES + 8, locked);
    const prefixed = new Uint8Array(1 + HASH_BYTES);
    prefixed[0] = JITO_LEAF_PREFIX;
    prefixed.set(hash.sha256(bytes), 1);
    return hash.sha256(prefixed);
  },
  nodeHash(left, right, hash) {
    const bytes = new Uint8Array(1 + 2 * HASH_BYTES);
    bytes[0] = JITO_NODE_PREFIX;
    bytes.set(left, 1);
    bytes.set(right, 1 + HASH_BYTES);
    return hash.sha256(bytes);
  },
};
