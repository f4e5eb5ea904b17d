import { sha256 } from '@droptrack/sha256';
import { bech32Checksum, bech32Digit, bech32Variant, CHECKSUM_DIGITS } from './bech32';
import type { InvalidWalletReason } from './errors';
import { textKey, textOfKey } from './text-key';
import type { Wallet } from './wallet';

const PREFIX = 'bc';
/** Witness version and program. */
const SEGWIT = /^bc1([qpzry9x8gf2tvdw0s3jn54khce6mua7l]{9,87})$/;
const BASE58 = /^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/;
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Version, hash and checksum. */
const BASE58_BYTES = 25;
const CHECKSUM_BYTES = 4;
/** Versions of addresses of keys (P2PKH) and of scripts (P2SH). */
const VERSIONS: readonly number[] = [0x00, 0x05];
/** Length of the keys of base58 addresses, which is that of the shortest of bech32; their texts have up to 35 characters. */
const BASE58_KEY_BYTES = 36;

/** Bytes of the programs of known witness versions (BIP-141, BIP-341): keys and scripts, and Taproot. */
const PROGRAMS: ReadonlyMap<number, readonly number[]> = new Map([
  [0, [20, 32]],
  [1, [32]],
]);

/**
 * Parses an address of the main network of Bitcoin: base58check of P2PKH and P2SH, bech32 of witness version 0 (BIP-173) and bech32m
 * of Taproot (BIP-350). Addresses of one key in several forms are several wallets, as a list contains one of them.
 *
 * @param text - printable ASCII of bounded length.
 * @returns null for texts of another form.
 */
export function readBitcoinAddress(text: string): Wallet | InvalidWalletReason | null {
  const lower = text.toLowerCase();
  const digits = SEGWIT.exec(lower)?.[1];
  if (digits !== undefined) {
    if (text !== lower && text !== text.toUpperCase()) return 'bitcoin_checksum';
    const variant = bech32Variant(PREFIX, digits);
    if (variant === null) return 'bitcoin_checksum';
    const isKnown = isProgram(digits.slice(0, -CHECKSUM_DIGITS), variant);
    return isKnown ? { type: 'bitcoin', bytes: segwitKey(lower), address: lower } : 'bitcoin_form';
  }
  if (!BASE58.test(text)) return null;
  const bytes = base58Bytes(text);
  if (bytes === null || !VERSIONS.includes(bytes[0] ?? -1)) return null;
  const payload = bytes.subarray(0, BASE58_BYTES - CHECKSUM_BYTES);
  const checksum = sha256(sha256(payload));
  if (!bytes.subarray(payload.length).every((byte, i) => byte === checksum[i])) return 'bitcoin_checksum';
  return { type: 'bitcoin', bytes: textKey(text, BASE58_KEY_BYTES), address: text };
}

/** The text without its checksum. */
const segwitKey = (address: string): Uint8Array => textKey(address.slice(0, -CHECKSUM_DIGITS));

/** True for a program of a known version and length, with the variant of its version and zeros as padding. */
function isProgram(digits: string, variant: 'bech32' | 'bech32m'): boolean {
  const version = bech32Digit(digits.charAt(0));
  if ((version === 0) !== (variant === 'bech32')) return false;
  const bits = 5 * (digits.length - 1);
  const padding = bits % 8;
  const isPadded = padding < 5 && (bech32Digit(digits.charAt(digits.length - 1)) & ((1 << padding) - 1)) === 0;
  return isPadded && (PROGRAMS.get(version)?.includes((bits - padding) / 8) ?? false);
}

/** The 25 bytes of a text; null for another number of bytes. */
function base58Bytes(text: string): Uint8Array | null {
  let number = 0n;
  for (const digit of text) number = number * 58n + BigInt(ALPHABET.indexOf(digit));
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const hex = number === 0n ? '' : number.toString(16);
  const digits = hex.length % 2 === 0 ? hex : `0${hex}`;
  if (zeros + digits.length / 2 !== BASE58_BYTES) return null;
  const bytes = new Uint8Array(BASE58_BYTES);
  for (let i = 0; i < digits.length; i += 2) bytes[zeros + i / 2] = parseInt(digits.slice(i, i + 2), 16);
  return bytes;
}

/** Address of a key; null for a key of another family. */
export function bitcoinAddressOf(key: Uint8Array): string | null {
  const text = textOfKey(key);
  if (/^[13]/.test(text)) return text;
  if (!text.startsWith(`${PREFIX}1`)) return null;
  const digits = text.slice(PREFIX.length + 1);
  return text + bech32Checksum(PREFIX, digits, digits.startsWith('q') ? 'bech32' : 'bech32m');
}
