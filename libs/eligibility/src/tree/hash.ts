import { sha256 as nobleSha256 } from '@noble/hashes/sha2';
import { keccak_256 } from '@noble/hashes/sha3';

/**
 * The hash functions that trees are made of. Both take bytes of any length, which the caller may use again
 * afterwards, and give 32 bytes that are the caller's.
 *
 * Given from outside where millions are to be hashed: what is fast there (WebAssembly) is made asynchronously.
 */
export interface Hash {
  keccak256(bytes: Uint8Array): Uint8Array;
  sha256(bytes: Uint8Array): Uint8Array;
}

/** Bytes of a node: both functions give as many. */
export const HASH_BYTES = 32;

/** Plain JavaScript: ready at once and the same everywhere, some 100 000 hashes a second. */
export const PORTABLE_HASH: Hash = { keccak256: keccak_256, sha256: nobleSha256 };
