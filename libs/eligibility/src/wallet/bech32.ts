/** Digits of bech32 (BIP 173), each of 5 bits. */
const DIGITS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
/** Digit by character code, of lower-case letters and figures. */
const DIGIT_OF = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, DIGITS.indexOf(String.fromCharCode(code))));

const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
/** Values of the polynomial of a text with its checksum: of bech32, and of bech32m (BIP 350). */
const BECH32 = 1;
const BECH32M = 0x2bc830a3;
export const CHECKSUM_DIGITS = 6;

/**
 * Variant whose checksum a text has; null for neither.
 *
 * @param prefix - human-readable part, printable ASCII in lower case.
 * @param digits - after the separator, with the checksum; only digits of bech32.
 */
export function bech32Variant(prefix: string, digits: string): 'bech32' | 'bech32m' | null {
  const remainder = remainderOf(prefix, digits);
  return remainder === BECH32 ? 'bech32' : remainder === BECH32M ? 'bech32m' : null;
}

/** Checksum of a variant for a prefix and digits without one. */
export function bech32Checksum(prefix: string, digits: string, variant: 'bech32' | 'bech32m' = 'bech32'): string {
  const value = variant === 'bech32' ? BECH32 : BECH32M;
  const remainder = remainderOf(prefix, digits + DIGITS.charAt(0).repeat(CHECKSUM_DIGITS)) ^ value;
  let checksum = '';
  for (let i = CHECKSUM_DIGITS - 1; i >= 0; i--) checksum += DIGITS.charAt((remainder >> (5 * i)) & 31);
  return checksum;
}

/** Value of one digit, 0 to 31. */
export const bech32Digit = (digit: string): number => DIGIT_OF[digit.charCodeAt(0)] ?? 0;

function remainderOf(prefix: string, digits: string): number {
  let remainder = 1;
  for (let i = 0; i < prefix.length; i++) remainder = step(remainder) ^ (prefix.charCodeAt(i) >> 5);
  remainder = step(remainder);
  for (let i = 0; i < prefix.length; i++) remainder = step(remainder) ^ (prefix.charCodeAt(i) & 31);
  for (let i = 0; i < digits.length; i++) remainder = step(remainder) ^ (DIGIT_OF[digits.charCodeAt(i)] ?? 0);
  return remainder;
}

function step(remainder: number): number {
  const top = remainder >> 25;
  let next = (remainder & 0x1ffffff) << 5;
  for (let i = 0; i < GENERATORS.length; i++) if (((top >> i) & 1) === 1) next ^= GENERATORS[i] ?? 0;
  return next;
}
