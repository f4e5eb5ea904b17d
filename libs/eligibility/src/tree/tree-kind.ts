import type { ProofFormat } from '@droptrack/contracts';
import { InvalidTreeError } from './errors';
import { type Hash, HASH_BYTES } from './hash';
import { writeUint64LittleEndian, writeUint256 } from './integer-bytes';

/** What a tree says about one wallet. */
export interface TreeLeaf {
  /** 20 bytes of an EVM address, 32 of a Solana one. */
  readonly wallet: Uint8Array;
  /** Base units, all of it: 0..2^256 - 1; with `jito` up to 2^64 - 1. */
  readonly amount: bigint;
  /** Claim index, 0..2^256 - 1. `uniswap` must have one, `openzeppelin` may (see there), the others ignore it. */
  readonly index: bigint | null;
  /** The part of `amount` that is still locked, base units; `jito` only. 0 where it is left out. */
  readonly locked?: bigint;
}

/** Everything that tells one published kind of tree from another. */
export interface TreeKind {
  readonly format: ProofFormat;
  /**
   * In which order leaves stand in the tree: ascending by leaf hash, or by the claim index and, where the list has
   * none, by the place in the list. `ens`: by hash within each shard, see {@link shardOf}.
   */
  readonly order: 'by_hash' | 'by_index';
  /**
   * What a node without a sibling does on its way up: it stands for its parent (`promote`) or is hashed with itself
   * (`repeat`). `heap`: no node is without one, because leaves stand on two levels, as OpenZeppelin lays them out.
   */
  readonly odd: 'promote' | 'repeat' | 'heap';
  /**
   * Hash of a leaf, 32 bytes.
   *
   * @throws {InvalidTreeError} where the format cannot hold it.
   */
  leafHash(leaf: TreeLeaf, hash: Hash): Uint8Array;
  /** Hash of the node above these two; every format puts the lesser one first, so their order does not matter. */
  nodeHash(a: Uint8Array, b: Uint8Array, hash: Hash): Uint8Array;
}

const EVM_BYTES = 20;
const SOLANA_BYTES = 32;
const WORD_BYTES = 32;

/**
 * Uniswap's merkle distributor: keccak256(uint256 index ‖ address ‖ uint256 amount).
 * Source: github.com/Uniswap/merkle-distributor, `src/balance-tree.ts` and its published root.
 */
const UNISWAP: TreeKind = {
  format: 'uniswap',
  order: 'by_hash',
  odd: 'promote',
  leafHash({ wallet, amount, index }, hash) {
    if (index === null) throw new InvalidTreeError('index');
    const bytes = emptied(WORD_BYTES + EVM_BYTES + WORD_BYTES);
    writeUint256(bytes, 0, index, 'index');
    writeEvmWallet(bytes, WORD_BYTES, wallet);
    writeUint256(bytes, WORD_BYTES + EVM_BYTES, amount, 'amount');
    return hash.keccak256(bytes);
  },
  nodeHash: keccakPair,
};

/**
 * The sharded trees of ENS's and Hop's airdrops: keccak256(address ‖ uint256 balance). Wallets whose addresses begin
 * with the same hex digits are a tree of their own; the roots of these are the leaves of the tree above them.
 */
const ENS: TreeKind = {
  format: 'ens',
  order: 'by_hash',
  odd: 'promote',
  leafHash({ wallet, amount }, hash) {
    const bytes = emptied(EVM_BYTES + WORD_BYTES);
    writeEvmWallet(bytes, 0, wallet);
    writeUint256(bytes, EVM_BYTES, amount, 'amount');
    return hash.keccak256(bytes);
  },
  nodeHash: keccakPair,
};

/**
 * OpenZeppelin's StandardMerkleTree: keccak256(keccak256(abi.encode(address, uint256))); of a leaf with an index
 * keccak256(keccak256(abi.encode(uint256 index, address, uint256))), the other encoding that is usual.
 * Source: github.com/OpenZeppelin/merkle-tree, README.
 */
const OPENZEPPELIN: TreeKind = {
  format: 'openzeppelin',
  order: 'by_hash',
  odd: 'heap',
  leafHash({ wallet, amount, index }, hash) {
    const start = index === null ? 0 : WORD_BYTES;
    const bytes = emptied(start + 2 * WORD_BYTES);
    if (index !== null) writeUint256(bytes, 0, index, 'index');
    writeEvmWallet(bytes, start + WORD_BYTES - EVM_BYTES, wallet);
    writeUint256(bytes, start + WORD_BYTES, amount, 'amount');
    return hash.keccak256(hash.keccak256(bytes));
  },
  nodeHash: keccakPair,
};

/** Before what is hashed, so that no node can pass for a leaf. */
const JITO_LEAF_PREFIX = 0;
const JITO_NODE_PREFIX = 1;

/**
 * Jito's distributor on Solana: sha256(0 ‖ sha256(key ‖ u64 unlocked ‖ u64 locked)), little-endian; nodes are
 * sha256(1 ‖ lesser ‖ greater). Leaves stand in the order of the list.
 * Source: github.com/jito-foundation/distributor, `merkle-tree/`, and its published trees.
 */
const JITO: TreeKind = {
  format: 'jito',
  order: 'by_index',
  odd: 'repeat',
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
  nodeHash(a, b, hash) {
    const bytes = new Uint8Array(1 + 2 * HASH_BYTES);
    bytes[0] = JITO_NODE_PREFIX;
    writePair(bytes, 1, a, b);
    return hash.sha256(bytes);
  },
};

/** The kind of tree that a format names. */
export function treeKind(format: ProofFormat): TreeKind {
  switch (format) {
    case 'uniswap':
      return UNISWAP;
    case 'ens':
      return ENS;
    case 'openzeppelin':
      return OPENZEPPELIN;
    case 'jito':
      return JITO;
  }
}

/**
 * The shard of a wallet in a tree of format `ens`: the number that the first hex digits of its address make.
 *
 * @param nybbles - `shardNybbles` of the published root, 0..4.
 * @returns 0..16^nybbles - 1.
 */
export function shardOf(wallet: Uint8Array, nybbles: number): number {
  const first = ((wallet[0] ?? 0) << 8) | (wallet[1] ?? 0);
  return first >> (16 - 4 * nybbles);
}

function keccakPair(a: Uint8Array, b: Uint8Array, hash: Hash): Uint8Array {
  writePair(PAIR, 0, a, b);
  return hash.keccak256(PAIR);
}

/** What is hashed is written here, as hashing is done when it returns: arrays of its own for each leaf cost more. */
const PAIR = new Uint8Array(2 * HASH_BYTES);
const WORKED_ON: ReadonlyMap<number, Uint8Array> = new Map(
  [EVM_BYTES + WORD_BYTES, 2 * WORD_BYTES, 2 * WORD_BYTES + EVM_BYTES, 3 * WORD_BYTES].map((length) => [
    length,
    new Uint8Array(length),
  ]),
);

/** Bytes that are 0, good until the next are asked for. */
const emptied = (length: number): Uint8Array => (WORKED_ON.get(length) ?? new Uint8Array(length)).fill(0);

function writePair(into: Uint8Array, at: number, a: Uint8Array, b: Uint8Array): void {
  const isOrdered = compareHashes(a, b) <= 0;
  into.set(isOrdered ? a : b, at);
  into.set(isOrdered ? b : a, at + HASH_BYTES);
}

/** Below, at or above 0 as a stands before, at or after b; both have 32 bytes. */
export function compareHashes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < HASH_BYTES; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function writeEvmWallet(into: Uint8Array, at: number, wallet: Uint8Array): void {
  if (wallet.length !== EVM_BYTES) throw new InvalidTreeError('wallet_family');
  into.set(wallet, at);
}
