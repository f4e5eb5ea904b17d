import type { ProofFormat } from '@droptrack/contracts';
import { type Hash, HASH_BYTES, InvalidTreeError } from './hash';

/** Leaf of a tree. */
export interface TreeLeaf {
  /** 20 bytes of an EVM address, or 32 bytes of a Solana address. */
  readonly wallet: Uint8Array;
  /** Total amount in base units: 0 to 2^256 - 1; for `jito` up to 2^64 - 1. */
  readonly amount: bigint;
  /** Claim index, 0 to 2^256 - 1. Required for `uniswap`, optional for `openzeppelin`, ignored by others. */
  readonly index: bigint | null;
  /** Locked part of `amount` in base units, default 0; `jito` only. */
  readonly locked?: bigint;
}

/** Properties of a published kind of tree. */
export interface TreeKind {
  readonly format: ProofFormat;
  /**
   * Order of the leaves: ascending by hash, or by claim index and, without one, by index in the list. `ens`: by hash within
   * each shard, see {@link shardOf}.
   */
  readonly order: 'by_hash' | 'by_index';
  /**
   * Handling of a node without a sibling: it becomes its parent (`promote`) or is hashed with itself (`repeat`). `heap`:
   * every node has a sibling, because leaves are on two levels, as in OpenZeppelin's layout.
   */
  readonly odd: 'promote' | 'repeat' | 'heap';
  /**
   * Computes the hash of a leaf, 32 bytes.
   *
   * @throws {InvalidTreeError} for a leaf that the format cannot represent.
   */
  leafHash(leaf: TreeLeaf, hash: Hash): Uint8Array;
  /** Computes the hash of a parent. Every format sorts the two children, so their order does not matter. */
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
 * The sharded trees of ENS's and Hop's airdrops: keccak256(address ‖ uint256 balance). Wallets whose addresses start
 * with the same hex digits form a shard, a tree of its own; the roots of the shards are the leaves of the upper tree.
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
 * OpenZeppelin's StandardMerkleTree: keccak256(keccak256(abi.encode(address, uint256))); for a leaf with an index
 * keccak256(keccak256(abi.encode(uint256 index, address, uint256))), the other common encoding.
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

/** Prefix of the hashed bytes, so that an inner node cannot be used as a leaf. */
const JITO_LEAF_PREFIX = 0;
const JITO_NODE_PREFIX = 1;

/**
 * Jito's distributor on Solana: sha256(0 ‖ sha256(key ‖ u64 unlocked ‖ u64 locked)), little-endian; nodes are
 * sha256(1 ‖ lesser ‖ greater). Leaves are in the order of the list.
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

/** Kind of tree by format. */
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
 * Shard of a wallet in a tree of format `ens`: the number of the first hex digits of its address.
 *
 * @param nybbles - `shardNybbles` of the published root, 0 to 4.
 * @returns 0 to 16^nybbles - 1.
 */
export function shardOf(wallet: Uint8Array, nybbles: number): number {
  const first = ((wallet[0] ?? 0) << 8) | (wallet[1] ?? 0);
  return first >> (16 - 4 * nybbles);
}

function keccakPair(a: Uint8Array, b: Uint8Array, hash: Hash): Uint8Array {
  writePair(PAIR, 0, a, b);
  return hash.keccak256(PAIR);
}

/** Reused buffer for hashed bytes, as hash functions do not keep their input; an array per leaf is slower. */
const PAIR = new Uint8Array(2 * HASH_BYTES);
const WORKED_ON: ReadonlyMap<number, Uint8Array> = new Map(
  [EVM_BYTES + WORD_BYTES, 2 * WORD_BYTES, 2 * WORD_BYTES + EVM_BYTES, 3 * WORD_BYTES].map((length) => [
    length,
    new Uint8Array(length),
  ]),
);

/** Returns zeroed bytes, valid until the next call. */
const emptied = (length: number): Uint8Array => (WORKED_ON.get(length) ?? new Uint8Array(length)).fill(0);

function writePair(into: Uint8Array, at: number, a: Uint8Array, b: Uint8Array): void {
  const isOrdered = compareHashes(a, b) <= 0;
  into.set(isOrdered ? a : b, at);
  into.set(isOrdered ? b : a, at + HASH_BYTES);
}

/** Compares two hashes of 32 bytes. */
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

const UINT64_MAX = 2n ** 64n - 1n;
const UINT256_MAX = 2n ** 256n - 1n;
const EIGHT = new Uint8Array(8);
const VIEW = new DataView(EIGHT.buffer);

/**
 * Writes an integer as 32 big-endian bytes over zero bytes.
 *
 * @throws {InvalidTreeError} with the given reason, below 0 or above 2^256 - 1.
 */
export function writeUint256(into: Uint8Array, at: number, value: bigint, reason: 'amount' | 'index'): void {
  if (value < 0n || value > UINT256_MAX) throw new InvalidTreeError(reason);
  // 8 bytes at a time; the upper half of nearly all amounts is 0.
  for (let rest = value, offset = at + 24; rest > 0n; rest >>= 64n, offset -= 8) {
    VIEW.setBigUint64(0, BigInt.asUintN(64, rest));
    into.set(EIGHT, offset);
  }
}

/**
 * Writes an integer as 8 little-endian bytes.
 *
 * @throws {InvalidTreeError} below 0 or above 2^64 - 1.
 */
export function writeUint64LittleEndian(into: Uint8Array, at: number, value: bigint): void {
  if (value < 0n || value > UINT64_MAX) throw new InvalidTreeError('amount');
  new DataView(into.buffer, into.byteOffset + at, 8).setBigUint64(0, value, true);
}
