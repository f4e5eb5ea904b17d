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
  /** Beginning of an address: hex digits and bech32 characters in lower case. */
  readonly text: string;
  /** Ranges of the keys of all wallets whose address begins with the prefix, ascending; at least one. */
  readonly ranges: readonly KeyRange[];
  /** Lengths of the keys of this type, in bytes: the ranges also contain keys of other types. */
  readonly keyBytes: KeyBytes;
  /** Share of all wallets of the type that begin with the prefix; of those of one chain for `cosmos`. */
  readonly share: number;
}

/** Lengths of keys, in bytes. */
export interface KeyBytes {
  readonly min: number;
  readonly max: number;
}

/** Reason for which a text is not the prefix of a bucket. */
export type InvalidPrefixReason = 'alphabet' | 'too_short' | 'too_long';

/**
 * Share of all wallets that the prefix of a bucket may cover. The bounds apply to the share and not to the number of
 * characters, because base58 addresses that begin with different characters differ in frequency by a factor of 58.
 *
 * EVM: 3 to 5 hex digits. Solana: 2 or 3 characters for the addresses of 44 characters, which begin with `2` to `J` and are
 * 94 % of all; one fewer for most others. Starknet: 4 to 6 digits, of which the first is always 0 and the second below 8.
 * Cosmos: 2 to 4 characters after the separator.
 */
export const PREFIX_SHARE = { min: 2 ** -20, max: 2 ** -9 } as const;

interface PrefixForm {
  readonly keyBytes: KeyBytes;
  /** Form of valid prefixes of any length. */
  readonly form: RegExp;
  readonly read: (prefix: string) => Pick<WalletPrefix, 'ranges' | 'share'>;
  /** Text in which an address begins with its prefixes. */
  readonly textOf: (address: string) => string;
}

const STARKNET_BYTES = 33;
/** Addresses are below 2^251, of 256 bits. */
const STARKNET_FREE_BITS = 5;

const FORMS: Readonly<Record<WalletType, PrefixForm>> = {
  evm: {
    keyBytes: { min: 20, max: 20 },
    form: /^[0-9a-f]{0,40}$/,
    read: (prefix) => ({ ranges: [keyRange(hexRange(prefix, 20), 20)], share: 2 ** (-4 * prefix.length) }),
    textOf: (address) => address.slice(2).toLowerCase(),
  },
  solana: {
    keyBytes: { min: 32, max: 32 },
    form: /^[1-9A-HJ-NP-Za-km-z]{0,44}$/,
    read: readBase58,
    textOf: (address) => address,
  },
  // A key is the address and a zero byte.
  starknet: {
    keyBytes: { min: STARKNET_BYTES, max: STARKNET_BYTES },
    form: /^(?:0(?:[0-7][0-9a-f]{0,62})?)?$/,
    read: (prefix) => ({
      ranges: [keyRange(hexRange(prefix, STARKNET_BYTES), STARKNET_BYTES)],
      share: 2 ** (STARKNET_FREE_BITS - 4 * prefix.length),
    }),
    textOf: (address) => address.slice(2),
  },
  // A key is the address without its checksum, as ASCII.
  cosmos: {
    keyBytes: { min: 34, max: 73 },
    form: /^[a-z][a-z0-9]{0,19}1[02-9ac-hj-np-z]{0,52}$/,
    read: readBech32,
    textOf: (address) => address,
  },
};

/**
 * Parses the prefix of a bucket. Hex digits and bech32 characters may have any case.
 *
 * @returns the reason if the text is not a prefix of wallets of this type, or covers too large or too small a share of them.
 */
export function readPrefix(given: string, type: WalletType): WalletPrefix | InvalidPrefixReason {
  const { keyBytes, form, read } = FORMS[type];
  const text = type === 'solana' ? given : given.toLowerCase();
  if (!form.test(text)) return 'alphabet';
  const { ranges, share } = read(text);
  if (share > PREFIX_SHARE.max) return 'too_short';
  if (share < PREFIX_SHARE.min) return 'too_long';
  return { type, text, ranges, keyBytes, share };
}

/**
 * Prefixes of the buckets that contain a wallet, shortest first: the shorter the prefix, the more wallets share it.
 *
 * @param address - valid address of the type, in normalized form.
 */
export function prefixesOf(address: string, type: WalletType): string[] {
  const text = FORMS[type].textOf(address);
  const prefixes: string[] = [];
  for (let length = 1; length <= text.length; length++) {
    const read = readPrefix(text.slice(0, length), type);
    if (read === 'too_long') break;
    if (typeof read !== 'string') prefixes.push(read.text);
  }
  return prefixes;
}

function readBase58(prefix: string): Pick<WalletPrefix, 'ranges' | 'share'> {
  const ranges = base58Ranges(prefix, 32);
  const keys = ranges.reduce((sum, { from, end }) => sum + (end - from), 0n);
  return { ranges: ranges.map((range) => keyRange(range, 32)), share: Number(keys) / 2 ** 256 };
}

function readBech32(prefix: string): Pick<WalletPrefix, 'ranges' | 'share'> {
  const first = Uint8Array.from(prefix, (character) => character.charCodeAt(0));
  const last = Uint8Array.from([...first, 0xff]);
  const digits = prefix.length - prefix.lastIndexOf('1') - 1;
  return { ranges: [{ first, last }], share: 2 ** (-5 * digits) };
}

const keyRange = ({ from, end }: NumberRange, length: number): KeyRange => ({
  first: bytesOf(from, length),
  last: bytesOf(end - 1n, length),
});

/** Number as big-endian bytes. */
function bytesOf(value: bigint, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = length - 1, rest = value; at >= 0; at--, rest >>= 8n) bytes[at] = Number(rest & 0xffn);
  return bytes;
}
