import { base58 } from '@scure/base';
import { hasCosmosSeparator } from '../wallet/cosmos-address';
import { InvalidWalletError } from '../wallet/errors';
import { parseWallet, type Wallet } from '../wallet/parse-wallet';
import { solanaKeyBytes } from '../wallet/solana-key';
import { hexOf } from './bytes';
import { InvalidEntryError } from './errors';

/** Length of `0x` and 40 hex digits. */
const LENGTH = 42;
const DIGITS = 40;
const BYTES = 20;

/** Bit that distinguishes lower-case from upper-case letters. */
const LOWER = 0x20;

/** Flags of a character, above the values of hex digits. */
const CAPITAL_LETTER = 0x10;
const SMALL_LETTER = 0x20;
const NO_DIGIT = 0x40;

/** Value and flags by character code. A table avoids branches, half of which are mispredicted for random digits. */
const DIGITS_OF = new Uint8Array(128).fill(NO_DIGIT);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  DIGITS_OF[digit.charCodeAt(0)] = value | (value > 9 ? SMALL_LETTER : 0);
  DIGITS_OF[digit.toUpperCase().charCodeAt(0)] = value | (value > 9 ? CAPITAL_LETTER : 0);
}

/**
 * Creates a parser that accepts the same wallets as {@link parseWallet} and is several times as fast: it computes the
 * checksum only for mixed case, with the given function, and `address` only on access.
 *
 * @param keccak256 - hash function with a result of 32 bytes. It must not keep its input.
 */
export function walletReader(keccak256: (bytes: Uint8Array) => Uint8Array): (text: string) => Wallet {
  const lower = new Uint8Array(DIGITS);
  // `parseWallet` rejects it too, with the reason.
  return (text) => (text.startsWith('0x') ? evmWallet(text, lower, keccak256) : solanaKey(text)) ?? parseWallet(text);
}

/**
 * Creates a parser of EVM addresses that are written without `0x`. An address with it is rejected, so that a list has one form.
 *
 * @param read - parser of addresses with `0x`.
 */
export function hexWalletReader(read: (text: string) => Wallet): (text: string) => Wallet {
  return (text) => {
    if (HEX_DIGITS.test(text)) return read(`0x${text}`);
    throw new InvalidEntryError('wallet: It is not 40 hexadecimal digits without 0x, as was declared');
  };
}

const HEX_DIGITS = /^[0-9a-fA-F]{40}$/;

/**
 * Parses an EVM address; null for other texts.
 *
 * @param lower - buffer of 40 bytes.
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
 * Parses a Solana key; null for other texts, including base58 texts that may be another address: bech32 in one case or with
 * its separator in place, or 40 characters, which may be an EVM address without 0x.
 */
function solanaKey(text: string): Wallet | null {
  if (text.length === DIGITS || !/[A-Z]/.test(text) || !/[a-z]/.test(text) || hasCosmosSeparator(text)) return null;
  const bytes = solanaKeyBytes(text);
  return bytes === null ? null : new SolanaWallet(bytes);
}

/** Verifies the checksum: letters are upper case where the hash of the lower-case digits has a digit of 8 or above (EIP-55). */
function isChecksummed(text: string, lower: Uint8Array, keccak256: (bytes: Uint8Array) => Uint8Array): boolean {
  for (let i = 0; i < DIGITS; i++) lower[i] = text.charCodeAt(i + 2) | LOWER;
  const hash = keccak256(lower);
  let wrong = 0;
  for (let i = 0; i < DIGITS; i++) {
    const code = text.charCodeAt(i + 2);
    const capital = (hash[i >> 1] ?? 0) >> (i % 2 === 0 ? 7 : 3);
    // Unlike digits, letters have the bit above the lower-case bit.
    wrong |= (code >> 6) & ~((code >> 5) ^ capital) & 1;
  }
  return wrong === 0;
}

/** Wallet of a list. Its address is formatted on access, which most wallets of a list do not need. */
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

/** @param bytes - 32 bytes. */
export const solanaWallet = (bytes: Uint8Array): Wallet => new SolanaWallet(bytes);
