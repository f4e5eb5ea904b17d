import { bech32Checksum, bech32Digit, bech32Variant, CHECKSUM_DIGITS } from './bech32';
import type { InvalidWalletReason } from './errors';
import { textKey, textOfKey } from './text-key';
import type { Wallet } from './wallet';

/** Form of a bech32 address (BIP 173) in lower case; 1 is not a digit of bech32, so the last one separates the prefix. */
const FORM = /^([a-z][a-z0-9]{0,19})1([02-9ac-hj-np-z]{20,})$/;

/** Digits of 20 and of 32 bytes. */
const SHORT = 32;
const LONG = 52;

/** Prefixes of bech32 in other ecosystems, most of them with as many bytes as an account of a Cosmos chain. */
const OTHER_PREFIXES: ReadonlySet<string> = new Set([
  ...['bc', 'tb', 'bcrt', 'ltc', 'tltc', 'rltc', 'dgb', 'grs', 'vtc', 'mona', 'sys'],
  ...['addr', 'stake', 'one', 'zil', 'io', 'erd', 'age', 'fuel', 'npub', 'nsec', 'note', 'zs', 'aleo', 'suiprivkey'],
]);
/** Suffixes of the prefixes of validators and public keys on Cosmos chains. */
const NO_ACCOUNT = /(?:valoper|valcons|pub)$/;

/**
 * Parses an address of an account on a Cosmos chain: bech32 of 20 or 32 bytes, in one case.
 *
 * @param text - printable ASCII of bounded length.
 * @returns null for texts of another form. A text in mixed case has this form only with a valid checksum: it may also be a
 *   Solana address.
 */
export function readCosmosAddress(text: string): Wallet | InvalidWalletReason | null {
  const lower = text.toLowerCase();
  const [, prefix, digits] = FORM.exec(lower) ?? [];
  if (prefix === undefined || digits === undefined) return null;
  const variant = bech32Variant(prefix, digits);
  if (text !== lower && text !== text.toUpperCase()) return variant === null ? null : 'bech32_case';
  if (OTHER_PREFIXES.has(prefix) || NO_ACCOUNT.test(prefix) || variant === 'bech32m') return 'bech32';
  if (variant === null) return 'bech32_checksum';
  if (!isAccount(digits.slice(0, -CHECKSUM_DIGITS))) return 'bech32';
  return { type: 'cosmos', bytes: addressBytes(lower), address: lower };
}

/** The 260 bits of 52 digits are 32 bytes and four zeros. */
function isAccount(digits: string): boolean {
  return digits.length === SHORT || (digits.length === LONG && (bech32Digit(digits.charAt(LONG - 1)) & 15) === 0);
}

/** The text without its checksum. */
const addressBytes = (address: string): Uint8Array => textKey(address.slice(0, -CHECKSUM_DIGITS));

/** Address of a key, with its checksum. */
export function cosmosAddressOf(key: Uint8Array): string {
  const text = textOfKey(key);
  const separator = text.lastIndexOf('1');
  return text + bech32Checksum(text.slice(0, separator), text.slice(separator + 1));
}

/**
 * True for a text that may be bech32 in mixed case: with the separator before the digits of 20 bytes. Longer addresses are
 * longer than any Solana address.
 */
export const hasCosmosSeparator = (text: string): boolean =>
  text.charCodeAt(text.length - SHORT - CHECKSUM_DIGITS - 1) === SEPARATOR;

const SEPARATOR = 0x31;
