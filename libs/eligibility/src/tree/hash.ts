import { sha256 as nobleSha256 } from '@noble/hashes/sha2';
import { keccak_256 } from '@noble/hashes/sha3';

/**
 * Hash functions of trees. Both accept any number of bytes, do not keep them, and return 32 new bytes.
 *
 * They are injected, because the fast implementation for large lists (WebAssembly) is created asynchronously.
 */
export interface Hash {
  keccak256(bytes: Uint8Array): Uint8Array;
  sha256(bytes: Uint8Array): Uint8Array;
}

/** Length of a hash in bytes. */
export const HASH_BYTES = 32;

/** Portable and synchronous implementation in JavaScript, about 100 000 hashes per second. */
export const PORTABLE_HASH: Hash = { keccak256: keccak_256, sha256: nobleSha256 };
