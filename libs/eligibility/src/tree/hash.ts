import { sha256 } from '@droptrack/sha256';
import { keccak256 } from './keccak256';

/**
 * Hash functions of trees. Those over bytes accept any number of bytes, do not keep them, and return 32 new bytes.
 *
 * They are injected, because the fast implementation for large lists (WebAssembly) is created asynchronously.
 */
export interface Hash {
  keccak256(bytes: Uint8Array): Uint8Array;
  sha256(bytes: Uint8Array): Uint8Array;
  /** Hash functions of Starknet, for the formats of `isStarknetFormat` only: they are large and slow. */
  readonly starknet?: StarknetHash;
}

/**
 * Hash functions of Starknet over numbers below its prime. `@scure/starknet` has them, and starknet.js as `ec.starkCurve`.
 */
export interface StarknetHash {
  /** Pedersen hash of two numbers: `0x` and hex digits, or a number. */
  pedersen(left: bigint, right: bigint): string | bigint;
  /** Poseidon hash of a sequence of numbers. */
  poseidonHashMany(values: bigint[]): bigint;
}

/** Length of a hash in bytes. */
export const HASH_BYTES = 32;

/** Portable and synchronous implementation in JavaScript, about 100 000 hashes per second. */
export const PORTABLE_HASH: Hash = { keccak256, sha256 };

/** Messages of invalid trees. They do not identify a wallet. */
const SENTENCES = {
  leaves: 'a tree has from 1 to 2^28 leaves',
  position: 'the tree has no leaf at this position',
  shards: 'the leaves of the shards do not add up to those of the tree',
  too_many: 'the tree received more leaves than announced',
  too_few: 'the tree received fewer leaves than announced',
  out_of_order: 'leaves of this format must be in ascending order of their hashes, without duplicates',
  hash_length: 'a hash must have 32 bytes',
  wallet_family: 'a wallet of this family cannot be in a tree of this format',
  amount: 'the amount does not fit into a leaf of this format',
  locked: 'the locked part exceeds the amount, or the format has no locked parts',
  fields: 'leaves of this format require a list of their fields',
  felt: 'a number of Starknet must be below its prime',
  hash: 'trees of this format need other hash functions',
  field: 'a field of the leaf is missing, or outside the range of its type',
  shape: 'a tree of this format cannot have this shape',
  index: 'leaves of this format carry an index, and this one has none, or one below 0 or above 2^256 - 1',
} as const;
export type InvalidTreeReason = keyof typeof SENTENCES;

/** Leaves that cannot form a tree of the format. Its message never contains a wallet or an amount. */
export class InvalidTreeError extends Error {
  override readonly name = 'InvalidTreeError';
  constructor(
    /** Code of the reason. */
    readonly reason: InvalidTreeReason,
  ) {
    super(SENTENCES[reason]);
  }
}
