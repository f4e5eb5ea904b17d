import type { AbiParameter } from 'viem';
import { isAddress } from 'viem/utils';

const WORD_DIGITS = 64;

/** Value of a parameter. Bytes are an address, or `bytesN`, whose length must be that of the type. */
export type AbiValue = bigint | Uint8Array;

/** Word of a value, 64 hex digits; null for a value that the type cannot represent. */
export function wordOf(type: string, value: AbiValue): string | null {
  if (typeof value === 'bigint') {
    const bits = uintBits(type);
    return bits === null || value < 0n || value >= 1n << BigInt(bits) ? null : toWord(value.toString(16));
  }
  const digits = Buffer.from(value).toString('hex');
  if (type === 'address') return value.length === 20 ? toWord(digits) : null;
  return value.length === bytesLength(type) ? digits.padEnd(WORD_DIGITS, '0') : null;
}

/**
 * Word of a constant as written: decimal digits of an unsigned integer, `true` or `false`, an address (in mixed case with a
 * valid checksum), or `0x` and the hex digits of `bytesN`; null for a text that is no value of the type.
 */
export function constantWord(type: string, text: string): string | null {
  if (type === 'bool') return text === 'true' || text === 'false' ? toWord(text === 'true' ? '1' : '0') : null;
  if (uintBits(type) !== null) return /^\d{1,78}$/.test(text) ? wordOf(type, BigInt(text)) : null;
  if (!/^0x(?:[0-9a-f]{2})+$/i.test(text)) return null;
  // Without the check, mixed case of a wrong checksum would pass.
  if (type === 'address' && !isAddress(text)) return null;
  return wordOf(type, Buffer.from(text.slice(2), 'hex'));
}

/**
 * Words of a result with these types; null for one that the types cannot represent, such as too many bytes, a bool of 2 or
 * a set bit above a `uint48`: another contract responded.
 */
export function readWords(types: readonly string[], answer: unknown): readonly bigint[] | null {
  if (typeof answer !== 'string' || answer.length !== 2 + types.length * WORD_DIGITS) return null;
  if (!/^0x[0-9a-f]*$/i.test(answer)) return null;
  const words = types.map((_, n) => answer.slice(2 + n * WORD_DIGITS, 2 + (n + 1) * WORD_DIGITS));
  const isValid = types.every((type, n) => isWordOf(type, words[n] ?? ''));
  return isValid ? words.map((word) => BigInt(`0x${word}`)) : null;
}

/** Types of a result as its encoding orders them: tuples of a fixed size are encoded like their members. */
export function flattened(parameters: readonly AbiParameter[]): readonly AbiParameter[] {
  return parameters.flatMap((parameter) =>
    'components' in parameter && parameter.type === 'tuple' ? flattened(parameter.components) : [parameter],
  );
}

/** True for a type of one word. */
export const isOneWord = (type: string): boolean =>
  type === 'bool' || type === 'address' || /^u?int\d+$/.test(type) || bytesLength(type) !== null;

/** Size of an unsigned integer; null for all other types. */
export function uintBits(type: string): number | null {
  const [, bits] = /^uint(\d+)$/.exec(type) ?? [];
  return bits === undefined ? null : Number(bits);
}

/** Length of `bytesN`; null for all other types. */
function bytesLength(type: string): number | null {
  const [, length] = /^bytes(\d+)$/.exec(type) ?? [];
  return length === undefined ? null : Number(length);
}

function isWordOf(type: string, word: string): boolean {
  if (type.startsWith('int')) return true;
  const length = bytesLength(type);
  if (length !== null) return /^0*$/.test(word.slice(2 * length));
  const bits = type === 'bool' ? 1 : type === 'address' ? 160 : (uintBits(type) ?? 0);
  return BigInt(`0x${word}`) < 1n << BigInt(bits);
}

const toWord = (digits: string): string => digits.padStart(WORD_DIGITS, '0');
