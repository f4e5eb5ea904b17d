/** Range of the numbers that keys represent, big-endian: `from` is included, `end` is not. */
export interface NumberRange {
  readonly from: bigint;
  readonly end: bigint;
}

const BITS_PER_BYTE = 8;
const BITS_PER_HEX_DIGIT = 4;
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE = 58n;
/** Maximum number of base58 digits of 32 bytes. */
const DIGITS_MAX = 44;

/**
 * Range of the keys whose hex digits begin with a prefix.
 *
 * @param prefix - hex digits, at most as many as a key has.
 * @param bytes - length of the keys.
 */
export function hexRange(prefix: string, bytes: number): NumberRange {
  const rest = BigInt(bytes * BITS_PER_BYTE - prefix.length * BITS_PER_HEX_DIGIT);
  const from = BigInt(`0x0${prefix}`);
  return { from: from << rest, end: (from + 1n) << rest };
}

/**
 * Ranges of the keys whose base58 text begins with a prefix, ascending.
 *
 * Base58 writes each leading zero byte of a key as the digit `1`, and the rest as a number without leading zeros. Texts
 * with the same beginning are therefore a contiguous range of numbers for each number of digits, of which 32 bytes have
 * at most 44: usually one or two ranges.
 *
 * @param prefix - base58 digits.
 * @param bytes - length of the keys, at most 32.
 */
export function base58Ranges(prefix: string, bytes: number): NumberRange[] {
  const zeros = /^1*/.exec(prefix)?.[0].length ?? 0;
  const digits = prefix.slice(zeros);
  const end = 1n << BigInt(Math.max(0, bytes - zeros) * BITS_PER_BYTE);
  // Further zero bytes can follow.
  if (digits === '') return zeros > bytes ? [] : [{ from: 0n, end }];
  if (zeros >= bytes) return [];
  const least = 1n << BigInt((bytes - zeros - 1) * BITS_PER_BYTE);
  const value = [...digits].reduce((number, digit) => number * BASE + BigInt(BASE58.indexOf(digit)), 0n);
  const ranges: NumberRange[] = [];
  for (let rest = 0; digits.length + rest <= DIGITS_MAX; rest++) {
    const scale = BASE ** BigInt(rest);
    const range = { from: greater(value * scale, least), end: lesser((value + 1n) * scale, end) };
    if (range.from < range.end) ranges.push(range);
  }
  return ranges;
}

const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);
