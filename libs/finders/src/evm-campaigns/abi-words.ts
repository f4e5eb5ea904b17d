const WORD_DIGITS = 64;
/** Bytes of a text that are read; the rest is cut by the rules for names. */
const TEXT_BYTES_MAX = 4_096;

/**
 * Number in the first word of ABI-encoded data, `0x` and hexadecimal digits; null for data without a whole word.
 */
export function numberOf(data: string): bigint | null {
  const word = data.slice(2, 2 + WORD_DIGITS);
  return word.length < WORD_DIGITS ? null : BigInt(`0x${word}`);
}

/** Address in the first word, in lower case; null if the word is no address. */
export function addressOf(data: string): string | null {
  const value = numberOf(data);
  return value === null || value >> 160n !== 0n ? null : `0x${value.toString(16).padStart(40, '0')}`;
}

/** First word; null for data without a whole one. */
export function wordOf(data: string): string | null {
  return data.length < 2 + WORD_DIGITS ? null : data.slice(0, 2 + WORD_DIGITS).toLowerCase();
}

/**
 * Text of ABI-encoded data: a `string`, or a `bytes32` as early tokens return it. At most its first 4 096 bytes, invalid
 * UTF-8 replaced; null for anything else.
 */
export function textOf(data: string): string | null {
  const bytes = Buffer.from(data.slice(2), 'hex');
  if (bytes.length === 32) return decode(bytes.subarray(0, firstZero(bytes)));
  const offset = numberOf(data);
  if (offset === null || offset !== 32n || bytes.length < 64) return null;
  const length = BigInt(`0x${bytes.subarray(32, 64).toString('hex')}`);
  if (length > BigInt(bytes.length - 64)) return null;
  return decode(bytes.subarray(64, 64 + Math.min(Number(length), TEXT_BYTES_MAX)));
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function firstZero(bytes: Uint8Array): number {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes.length : end;
}
