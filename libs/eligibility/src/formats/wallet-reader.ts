import { base58 } from '@scure/base';
import { InvalidWalletError } from '../wallet/errors';
import { parseWallet, type Wallet } from '../wallet/parse-wallet';
import { solanaKeyBytes } from '../wallet/solana-key';
import { hexOf } from './bytes';

/** Characters of `0x` and 40 hex digits. */
const LENGTH = 42;
const DIGITS = 40;
const BYTES = 20;

/** This bit tells a lower-case letter from its upper case. */
const LOWER = 0x20;

/** What may be said of a character beside its value as a hex digit, which is below all of these. */
const CAPITAL_LETTER = 0x10;
const SMALL_LETTER = 0x20;
const NO_DIGIT = 0x40;

/** Of each character code: there are no branches to be guessed wrong, which of random digits are half the time. */
const DIGITS_OF = new Uint8Array(128).fill(NO_DIGIT);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  DIGITS_OF[digit.charCodeAt(0)] = value | (value > 9 ? SMALL_LETTER : 0);
  DIGITS_OF[digit.toUpperCase().charCodeAt(0)] = value | (value > 9 ? CAPITAL_LETTER : 0);
}

/**
 * Makes a reader of wallets that takes and refuses what {@link parseWallet} does, several times as fast: the checksum
 * is reckoned only of addresses in mixed case, by the function given, and `address` only once it is asked for.
 *
 * @param keccak256 - of bytes that it must not keep; gives 32 bytes.
 */
export function walletReader(keccak256: (bytes: Uint8Array) => Uint8Array): (text: string) => Wallet {
  const lower = new Uint8Array(DIGITS);
  // What is refused here is refused by `parseWallet` too, which says why.
  return (text) => (text.startsWith('0x') ? evmWallet(text, lower, keccak256) : solanaKey(text)) ?? parseWallet(text);
}

/**
 * Null for what is no address.
 *
 * @param lower - 40 bytes to write to.
 * @throws {InvalidWalletError} for a wrong checksum.
 */
function evmWallet(text: string, lower: Uint8Array, keccak256: (bytes: Uint8Array) => Uint8Array): Wallet | null {
  if (text.length !== LENGTH) return null;
  const bytes = new Uint8Array(BYTES);
  let seen = 0;
  for (let i = 0, at = 2; at < LENGTH; i++, at += 2) {
    const high = DIGITS_OF[text.charCodeAt(at)] ?? NO_DIGIT;
    const low = DIGITS_OF[text.charCodeAt(at + 1)] ?? NO_DIGIT;
    seen |= high | low;
    bytes[i] = (high << 4) | (low & 15);
  }
  if ((seen & NO_DIGIT) !== 0) return null;
  const isMixed = (seen & CAPITAL_LETTER) !== 0 && (seen & SMALL_LETTER) !== 0;
  if (isMixed && !isChecksummed(text, lower, keccak256)) throw new InvalidWalletError('evm_checksum');
  return new EvmWallet(bytes);
}

/**
 * Null for what is no key, and for what may be something else that is written in base58's characters: in one case
 * only, a bech32 address, and of the length of an EVM one, that without its 0x.
 */
function solanaKey(text: string): Wallet | null {
  if (text.length === DIGITS || !/[A-Z]/.test(text) || !/[a-z]/.test(text)) return null;
  const bytes = solanaKeyBytes(text);
  return bytes === null ? null : new SolanaWallet(bytes);
}

/** Whether letters are in upper case where the hash of the lower-case digits has a digit of 8 and above (EIP-55). */
function isChecksummed(text: string, lower: Uint8Array, keccak256: (bytes: Uint8Array) => Uint8Array): boolean {
  for (let i = 0; i < DIGITS; i++) lower[i] = text.charCodeAt(i + 2) | LOWER;
  const hash = keccak256(lower);
  let wrong = 0;
  for (let i = 0; i < DIGITS; i++) {
    const code = text.charCodeAt(i + 2);
    const capital = (hash[i >> 1] ?? 0) >> (i % 2 === 0 ? 7 : 3);
    // Letters have the bit above the one of lower case, digits have not.
    wrong |= (code >> 6) & ~((code >> 5) ^ capital) & 1;
  }
  return wrong === 0;
}

/** Wallet of a list: its address is written when somebody asks, which of a million nobody does. */
class EvmWallet implements Wallet {
  readonly type = 'evm';
  constructor(readonly bytes: Uint8Array) {}
  get address(): string {
    return parseWallet(hexOf(this.bytes)).address;
  }
}

class SolanaWallet implements Wallet {
  readonly type = 'solana';
  constructor(readonly bytes: Uint8Array) {}
  get address(): string {
    return base58.encode(this.bytes);
  }
}

/** @param bytes - 32. */
export const solanaWallet = (bytes: Uint8Array): Wallet => new SolanaWallet(bytes);
