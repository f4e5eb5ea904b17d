import { sha256 } from '@droptrack/sha256';
import { keccak256 } from './keccak256';
import { type InvalidTreeReason, treeSentence } from './sentences';

export type { InvalidTreeReason } from './sentences';

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

/** Leaves that cannot form a tree of the format. Its message never contains a wallet or an amount. */
export class InvalidTreeError extends Error {
  override readonly name = 'InvalidTreeError';
  constructor(
    /** Code of the reason. */
    readonly reason: InvalidTreeReason,
  ) {
    super(treeSentence(reason));
  }
}
