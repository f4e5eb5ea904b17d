import { type Hash, HASH_BYTES, InvalidTreeError } from '../hash';

/** Lengths in bytes: an EVM wallet, a Solana wallet, and a word of the EVM's ABI. */
export const EVM_BYTES = 20;
export const SOLANA_BYTES = 32;
export const WORD_BYTES = 32;

/** Computes the hash of a parent as nearly all contracts on EVM chains do: keccak256(left ‖ right). */
export function keccakPair(left: Uint8Array, right: Uint8Array, hash: Hash): Uint8Array {
  PAIR.set(left);
  PAIR.set(right, HASH_BYTES);
  return hash.keccak256(PAIR);
}

/** Reused buffer for hashed bytes, as hash functions do not keep their input; an array per leaf is slower. */
const PAIR = new Uint8Array(2 * HASH_BYTES);
const BUFFERS: ReadonlyMap<number, Uint8Array> = new Map(
  [EVM_BYTES + WORD_BYTES, 2 * WORD_BYTES, 2 * WORD_BYTES + EVM_BYTES, 3 * WORD_BYTES].map((length) => [
    length,
    new Uint8Array(length),
  ]),
);

/** Returns zeroed bytes, valid until the next call. */
export const zeroedBytes = (length: number): Uint8Array => (BUFFERS.get(length) ?? new Uint8Array(length)).fill(0);

/**
 * Writes the 20 bytes of an EVM wallet.
 *
 * @throws {InvalidTreeError} for a wallet of another family.
 */
export function writeEvmWallet(into: Uint8Array, at: number, wallet: Uint8Array): void {
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
 * @throws {InvalidTreeError} with the given reason, below 0 or above 2^64 - 1.
 */
export function writeUint64LittleEndian(
  into: Uint8Array,
  at: number,
  value: bigint,
  reason: 'amount' | 'index' = 'amount',
): void {
  if (value < 0n || value > UINT64_MAX) throw new InvalidTreeError(reason);
  new DataView(into.buffer, into.byteOffset + at, 8).setBigUint64(0, value, true);
}
