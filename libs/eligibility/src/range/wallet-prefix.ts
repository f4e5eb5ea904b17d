import type { WalletType } from '@droptrack/contracts';
import { base58Ranges, hexRange, type NumberRange } from './number-range';

/** Contiguous range of the keys of a list, in the order of its primary key; both ends are included. */
export interface KeyRange {
  readonly first: Uint8Array;
  readonly last: Uint8Array;
}

/** Valid prefix of a bucket. */
export interface WalletPrefix {
  readonly type: WalletType;
  /** Hex digits in lower case, or base58 characters. */
  readonly text: string;
  /** Ranges of the keys of all wallets whose address begins with the prefix, ascending; at least one. */
  readonly ranges: readonly KeyRange[];
  /** Share of all keys that begin with the prefix. */
  readonly share: number;
}

/** Reason for which a text is not the prefix of a bucket. */
export type InvalidPrefixReason = 'alphabet' | 'too_short' | 'too_long';

/**
 * Share of all keys that the prefix of a bucket may cover. The bounds apply to the share and not to the number of
 * characters, because base58 addresses that begin with different characters differ in frequency by a factor of 58.
 *
 * Hex digits: 3 to 5. Base58 characters: 2 or 3 for the addresses of 44 characters, which begin with `2` to `J` and are 94 %
 * of all; one fewer for most others.
 */
export const PREFIX_SHARE = { min: 2 ** -20, max: 2 ** -9 } as const;

interface PrefixForm {
  /** Length of the keys in bytes. */
  readonly bytes: number;
  readonly alphabet: RegExp;
  readonly ranges: (prefix: string, bytes: number) => readonly NumberRange[];
  /** Text in which an address begins with its prefixes. */
  readonly digitsOf: (address: string) => string;
}

/** Families with buckets. Others have none: every prefix is rejected. */
const FORMS: Partial<Readonly<Record<WalletType, PrefixForm>>> = {
  evm: {
    bytes: 20,
    alphabet: /^[0-9a-f]{0,40}$/,
    ranges: (prefix, bytes) => [hexRange(prefix, bytes)],
    digitsOf: (address) => address.slice(2).toLowerCase(),
  },
  solana: {
    bytes: 32,
    alphabet: /^[1-9A-HJ-NP-Za-km-z]{0,44}$/,
    ranges: base58Ranges,
    digitsOf: (address) => address,
  },
};

/**
 * Parses the prefix of a bucket. Hex digits may have any case.
 *
 * @returns the reason if the text is not a prefix of wallets of this type, or covers too large or too small a share of them.
 */
export function readPrefix(given: string, type: WalletType): WalletPrefix | InvalidPrefixReason {
  const form = FORMS[type];
  if (form === undefined) return 'alphabet';
  const { bytes, alphabet, ranges } = form;
  const text = type === 'evm' ? given.toLowerCase() : given;
  if (!alphabet.test(text)) return 'alphabet';
  const numbers = ranges(text, bytes);
  const keys = numbers.reduce((sum, { from, end }) => sum + (end - from), 0n);
  const share = Number(keys) / 2 ** (8 * bytes);
  if (share > PREFIX_SHARE.max) return 'too_short';
  if (share < PREFIX_SHARE.min) return 'too_long';
  return {
    type,
    text,
    ranges: numbers.map(({ from, end }) => ({ first: bytesOf(from, bytes), last: bytesOf(end - 1n, bytes) })),
    share,
  };
}

/**
 * Prefixes of the buckets that contain a wallet, shortest first: the shorter the prefix, the more wallets share it.
 *
 * @param address - valid address of the type.
 * @returns none for a family without buckets.
 */
export function prefixesOf(address: string, type: WalletType): string[] {
  const digits = FORMS[type]?.digitsOf(address) ?? '';
  const prefixes: string[] = [];
  for (let length = 1; length <= digits.length; length++) {
    const read = readPrefix(digits.slice(0, length), type);
    if (read === 'too_long') break;
    if (typeof read !== 'string') prefixes.push(read.text);
  }
  return prefixes;
}

/** Number as big-endian bytes. */
function bytesOf(value: bigint, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = length - 1, rest = value; at >= 0; at--, rest >>= 8n) bytes[at] = Number(rest & 0xffn);
  return bytes;
}
