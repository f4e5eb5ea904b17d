import type { WalletType } from '@droptrack/contracts';
import { base58Ranges, hexRange, type NumberRange } from './number-range';
import { PREFIX_FORMS, PREFIX_SHARE, prefixText } from './prefixes-of';

/** Contiguous range of the keys of a list, in the order of its primary key; both ends are included. */
interface KeyRange {
  readonly first: Uint8Array;
  readonly last: Uint8Array;
}

/** Valid prefix of wallets, and their ranges. */
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
interface KeyBytes {
  readonly min: number;
  readonly max: number;
}

/** Reason for which a text is not a prefix of wallets. */
export type InvalidPrefixReason = 'alphabet' | 'too_short' | 'too_long';

const HEX32_BYTES = 33;

interface Keys {
  readonly keyBytes: KeyBytes;
  readonly ranges: (prefix: string) => KeyRange[];
}

/** A key is the address and a zero byte. Families of this form share their keys: a list contains those that its drop accepts. */
const HEX32: Keys = {
  keyBytes: { min: HEX32_BYTES, max: HEX32_BYTES },
  ranges: (prefix) => [keyRange(hexRange(prefix, HEX32_BYTES), HEX32_BYTES)],
};

/** A key begins with the text of the address, as ASCII. */
const TEXT: Keys = {
  keyBytes: { min: 34, max: 73 },
  ranges(prefix) {
    const first = Uint8Array.from(prefix, (character) => character.charCodeAt(0));
    return [{ first, last: Uint8Array.from([...first, 0xff]) }];
  },
};

/** Keys of each type, and the ranges of those whose address begins with a prefix. */
const KEYS: Readonly<Record<WalletType, Keys>> = {
  evm: { keyBytes: { min: 20, max: 20 }, ranges: (prefix) => [keyRange(hexRange(prefix, 20), 20)] },
  solana: {
    keyBytes: { min: 32, max: 32 },
    ranges: (prefix) => base58Ranges(prefix, 32).map((range) => keyRange(range, 32)),
  },
  starknet: HEX32,
  cosmos: TEXT,
  sui: HEX32,
  aptos: HEX32,
  movement: HEX32,
  ton: TEXT,
  bitcoin: TEXT,
};

/**
 * Parses a prefix of wallets. Hex digits and bech32 characters may have any case.
 *
 * @returns the reason if the text is not a prefix of wallets of this type, or covers too large or too small a share of them.
 */
export function readPrefix(given: string, type: WalletType): WalletPrefix | InvalidPrefixReason {
  const { form, share: shareOf } = PREFIX_FORMS[type];
  const text = prefixText(given, type);
  if (!form.test(text)) return 'alphabet';
  const share = shareOf(text);
  if (share > PREFIX_SHARE.max) return 'too_short';
  if (share < PREFIX_SHARE.min) return 'too_long';
  const { keyBytes, ranges } = KEYS[type];
  return { type, text, ranges: ranges(text), keyBytes, share };
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
