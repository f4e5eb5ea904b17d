import { elementsOf, type JsonValue } from './json/json-value';

const HASH_BYTES = 32;

/** Value of other characters in {@link DIGITS}. */
const NO_DIGIT = 255;

/** Value of a hex digit by character code. */
const DIGITS = new Uint8Array(128).fill(NO_DIGIT);
for (let value = 0; value < 16; value++) {
  DIGITS[value.toString(16).charCodeAt(0)] = value;
  DIGITS[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}

/** Formats bytes as `0x` and lower-case hex digits. */
export const hexOf = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** Hashes of Starknet are numbers: programs omit their leading zeros, as those of addresses. */
const UNPADDED = /^0x[0-9a-fA-F]{56,63}$/;

/**
 * Parses 32 bytes from 64 hex digits, with or without `0x`, from `0x` and 56 or more digits without leading zeros, or from an array
 * of numbers; null for other values.
 */
export function readHash(value: JsonValue | undefined): Uint8Array | null {
  if (typeof value !== 'string') return readBytes(value, HASH_BYTES);
  // The form of nearly all hashes comes first: a regular expression would take longer than the digits.
  if (value.length === 2 + 2 * HASH_BYTES) return bytesOfHex(value, HASH_BYTES);
  if (value.length === 2 * HASH_BYTES && !value.startsWith('0x')) return bytesOfHex(`0x${value}`, HASH_BYTES);
  return bytesOfHex(UNPADDED.test(value) ? `0x${value.slice(2).padStart(2 * HASH_BYTES, '0')}` : value, HASH_BYTES);
}

/** Parses `length` bytes from an array of numbers; null for other values. */
export function readBytes(value: JsonValue | undefined, length: number): Uint8Array | null {
  const elements = elementsOf(value);
  if (elements?.length !== length) return null;
  const bytes = new Uint8Array(length);
  for (const [i, element] of elements.entries()) {
    if (typeof element !== 'string' || !/^[0-9]{1,3}$/.test(element) || Number(element) > 255) return null;
    bytes[i] = Number(element);
  }
  return bytes;
}

function bytesOfHex(text: string, length: number): Uint8Array | null {
  if (text.length !== 2 + 2 * length || !text.startsWith('0x')) return null;
  const bytes = new Uint8Array(length);
  // One check at the end: a branch per digit would take longer than the digit.
  let seen = 0;
  for (let i = 0, at = 2; i < length; i++, at += 2) {
    const high = DIGITS[text.charCodeAt(at)] ?? NO_DIGIT;
    const low = DIGITS[text.charCodeAt(at + 1)] ?? NO_DIGIT;
    seen |= high | low;
    bytes[i] = (high << 4) | low;
  }
  return seen < 16 ? bytes : null;
}
