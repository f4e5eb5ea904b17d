import type { ProofFormat } from '@droptrack/contracts';
import { hex32Bytes } from '../../wallet/hex32-address';
import { type Hash, HASH_BYTES, InvalidTreeError, type StarknetHash } from '../hash';
import type { TreeKind, TreeLeaf } from '../tree-kind';
import { writeUint256 } from './leaf-bytes';

/** Formats of trees that are hashed with the functions of Starknet. */
export type StarknetFormat = Extract<ProofFormat, 'starknet_pedersen' | 'starknet_poseidon' | 'ekubo'>;

/** Length of the key of a Starknet address in bytes. */
const KEY_BYTES = 33;
/** Numbers of Starknet are below this prime. Source: starknet.io, "STARK field". */
const PRIME = 2n ** 251n + 17n * 2n ** 192n + 1n;
const UINT64_MAX = 2n ** 64n - 1n;
/** Amounts are of the type `u128`. */
const AMOUNT_MAX = 2n ** 128n - 1n;
/** Selector of `ekubo::governance::airdrop::Claim`, with which its leaves begin. */
const EKUBO_CLAIM = 0x01782c4dfd9b809591e597c7a90a503c5db310130ec93790567b00d95ac81da0n;

/**
 * The trees of OpenZeppelin's library for Cairo: leaves are hashed twice, and pairs as a sequence of two numbers.
 * `starknet_pedersen`: pedersen(0, H(address, u128 amount)), where H begins with 0 and ends with the length.
 * `starknet_poseidon`: poseidon(poseidon(address, u128 amount)).
 * Source: github.com/OpenZeppelin/cairo-contracts, `packages/merkle_tree/src`, and github.com/ericnordelo/strk-merkle-tree,
 * `src/hashes.ts`.
 */
const STARKNET_PEDERSEN: TreeKind = {
  format: 'starknet_pedersen',
  shape: { order: 'by_hash', pairs: 'sorted', odd: 'heap' },
  hasOtherShapes: true,
  leafHash(leaf, hash) {
    const { pedersen } = functionsOf(hash);
    return bytesOf(pedersen(0n, pedersenMany(pedersen, claimOf(leaf))));
  },
  nodeHash: (left, right, hash) => bytesOf(pedersenMany(functionsOf(hash).pedersen, [numberOf(left), numberOf(right)])),
};

const STARKNET_POSEIDON: TreeKind = {
  format: 'starknet_poseidon',
  shape: { order: 'by_hash', pairs: 'sorted', odd: 'heap' },
  hasOtherShapes: true,
  leafHash(leaf, hash) {
    const { poseidonHashMany } = functionsOf(hash);
    return bytesOf(poseidonHashMany([poseidonHashMany(claimOf(leaf))]));
  },
  nodeHash: (left, right, hash) => bytesOf(functionsOf(hash).poseidonHashMany([numberOf(left), numberOf(right)])),
};

/**
 * Ekubo's airdrop: leaves are pedersen(pedersen(pedersen(selector, u64 id), address), u128 amount), in the order of their
 * ids; nodes are pedersen(lesser, greater).
 * Source: github.com/EkuboProtocol/governance, `src/airdrop.cairo`.
 */
const EKUBO: TreeKind = {
  format: 'ekubo',
  shape: { order: 'by_index', pairs: 'sorted', odd: 'repeat' },
  hasOtherShapes: true,
  leafHash(leaf, hash) {
    const { index } = leaf;
    if (index === null || index < 0n || index > UINT64_MAX) throw new InvalidTreeError('index');
    const { pedersen } = functionsOf(hash);
    return bytesOf([index, ...claimOf(leaf)].reduce((node, value) => BigInt(pedersen(node, value)), EKUBO_CLAIM));
  },
  nodeHash: (left, right, hash) => bytesOf(functionsOf(hash).pedersen(numberOf(left), numberOf(right))),
};

/** Kinds by format. */
export const STARKNET_KINDS: Readonly<Record<StarknetFormat, TreeKind>> = {
  starknet_pedersen: STARKNET_PEDERSEN,
  starknet_poseidon: STARKNET_POSEIDON,
  ekubo: EKUBO,
};

function functionsOf({ starknet }: Hash): StarknetHash {
  if (starknet === undefined) throw new InvalidTreeError('hash');
  return starknet;
}

/** Address and amount of a leaf. */
function claimOf({ wallet, amount }: TreeLeaf): [address: bigint, amount: bigint] {
  if (wallet.length !== KEY_BYTES) throw new InvalidTreeError('wallet_family');
  if (amount < 0n || amount > AMOUNT_MAX) throw new InvalidTreeError('amount');
  return [numberOf(hex32Bytes(wallet)), amount];
}

/** Hash of a sequence: of 0 and the first number, of that and the second, and so on, at last of that and the length. */
const pedersenMany = (pedersen: StarknetHash['pedersen'], values: readonly bigint[]): bigint =>
  [...values, BigInt(values.length)].reduce((node, value) => BigInt(pedersen(node, value)), 0n);

function numberOf(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, HASH_BYTES);
  let number = 0n;
  for (let at = 0; at < HASH_BYTES; at += 8) number = (number << 64n) | view.getBigUint64(at);
  if (number >= PRIME) throw new InvalidTreeError('felt');
  return number;
}

function bytesOf(number: string | bigint): Uint8Array {
  const bytes = new Uint8Array(HASH_BYTES);
  writeUint256(bytes, 0, BigInt(number), 'amount');
  return bytes;
}
