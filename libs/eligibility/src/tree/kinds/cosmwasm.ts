import { cosmosAddressOf } from '../../wallet/cosmos-address';
import { HASH_BYTES, InvalidTreeError } from '../hash';
import type { TreeKind } from '../tree-kind';

/** Shortest key of a Cosmos address in bytes. */
const COSMOS_BYTES_MIN = 34;
/** Amounts are of the type `Uint128`. */
const AMOUNT_MAX = 2n ** 128n - 1n;

/**
 * CosmWasm's airdrop contract: sha256 of the text of the address and the decimal digits of the amount, without a separator;
 * nodes are sha256(lesser ‖ greater).
 * Source: github.com/CosmWasm/cw-tokens, `contracts/cw20-merkle-airdrop`, its contract and its test data.
 */
export const COSMWASM: TreeKind = {
  format: 'cosmwasm',
  shape: { order: 'by_hash', pairs: 'sorted', odd: 'promote' },
  leafHash({ wallet, amount }, hash) {
    if (wallet.length < COSMOS_BYTES_MIN) throw new InvalidTreeError('wallet_family');
    if (amount < 0n || amount > AMOUNT_MAX) throw new InvalidTreeError('amount');
    const text = `${cosmosAddressOf(wallet)}${amount}`;
    return hash.sha256(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  },
  nodeHash(left, right, hash) {
    PAIR.set(left);
    PAIR.set(right, HASH_BYTES);
    return hash.sha256(PAIR);
  },
};

/** Reused buffer for hashed bytes, as hash functions do not keep their input. */
const PAIR = new Uint8Array(2 * HASH_BYTES);
