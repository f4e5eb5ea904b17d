import { elementsOf, type JsonValue } from './json/json-value';

const HASH_BYTES = 32;

/** Result of {@link hexDigit} for other characters. */
export const NO_DIGIT = 255;

/** Hex digit by character code. */
const DIGITS = new Uint8Array(128).fill(NO_DIGIT);
for (let value = 0; value < 16; value++) {
  DIGITS[value.toString(16).charCodeAt(0)] = value;
  DIGITS[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}

/** Value of the hex digit with this character code, or {@link NO_DIGIT}. */
export const hexDigit = (code: number): number => DIGITS[code] ?? NO_DIGIT;

/** Formats bytes as `0x` and lower-case hex digits. */
export const hexOf = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** Parses 32 bytes from 64 hex digits, with or without `0x`, or from an array of numbers; null for other values. */
export function readHash(value: JsonValue | undefined): Uint8Array | null {
  if (typeof value !== 'string') return readBytes(value, HASH_BYTES);
  return bytesOfHex(value.length === 2 * HASH_BYTES ? `0x${value}` : value, HASH_BYTES);
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
  for (let i = 0, at = 2; i < length; i++, at += 2) {
    const [high, low] = [hexDigit(text.charCodeAt(at)), hexDigit(text.charCodeAt(at + 1))];
    if (high === NO_DIGIT || low === NO_DIGIT) return null;
    bytes[i] = high * 16 + low;
  }
  return bytes;
}
