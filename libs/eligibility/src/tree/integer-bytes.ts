import { InvalidTreeError } from './errors';

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
