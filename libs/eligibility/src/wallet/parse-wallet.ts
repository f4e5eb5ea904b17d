import { WALLET_LENGTH_MAX } from '@droptrack/contracts';
import { hexToBytes } from '../hex-bytes';
import type { Hash } from '../tree/hash';
import { keccak256 as portable } from '../tree/keccak256';
import { checksumCase } from './checksum-case';
import { readBitcoinAddress } from './bitcoin-address';
import { readCosmosAddress } from './cosmos-address';
import { InvalidWalletError, type InvalidWalletReason } from './errors';
import { hasHex32Length, readHex32Address } from './hex32-address';
import { reasonByForm } from './other-forms';
import { solanaKeyBytes } from './solana-key';
import { readTonAddress } from './ton-address';
import type { Wallet } from './wallet';

export type { Wallet } from './wallet';

/**
 * Parses a wallet: EVM (`0x` and 40 hex digits), Starknet, Sui, Aptos or Movement (`0x` and 56 to 64 hex digits), Cosmos (bech32 of
 * 20 or 32 bytes), Solana (base58 of exactly 32 bytes), TON (raw or user-friendly) or Bitcoin (base58check, bech32 or bech32m).
 *
 * One form belongs to four families: see {@link familiesOf} for all of a wallet, of which `type` is the first.
 *
 * Hex digits in only lower or only upper case are accepted; mixed case must match the checksum of EIP-55 or of Starknet.
 * Nothing is trimmed or corrected, because a guess could be the wallet of another person.
 *
 * @param keccak256 - hash function of the checksum; the portable one by default.
 * @throws {InvalidWalletError} for other texts; its message never contains the text.
 */
export function parseWallet(text: string, keccak256?: Hash['keccak256']): Wallet {
  return valid(text, readWallet(text, keccak256));
}

/**
 * Parses a wallet like {@link parseWallet}, and returns the reason for which a text is none. Without the error and its
 * messages, which the verification of a proof in a browser does not need.
 */
export function readWallet(text: string, keccak256?: Hash['keccak256']): Wallet | InvalidWalletReason {
  const reason = rejectionOf(text);
  if (reason !== null) return reason;
  if (/^0x/i.test(text)) return readHexAddress(text, keccak256);
  if (/^[0-9a-f]{64}$/i.test(text)) return 'hash_or_key';
  return readBitcoinAddress(text) ?? readCosmosAddress(text) ?? readTonAddress(text) ?? readSolanaAddress(text);
}

function valid(text: string, read: Wallet | InvalidWalletReason): Wallet {
  if (typeof read === 'string') throw new InvalidWalletError(reasonByForm(text, read));
  return read;
}

/** Rejects texts that cannot be an address of any family, which also bounds the work of the parsers. */
function rejectionOf(text: string): InvalidWalletReason | null {
  if (text.length === 0) return 'empty';
  if (text.length > WALLET_LENGTH_MAX) return 'too_long';
  if (/\s/.test(text)) return 'whitespace';
  return /^[\x21-\x7e]*$/.test(text) ? null : 'not_ascii';
}

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/;

function readSolanaAddress(text: string): Wallet | InvalidWalletReason {
  if (/^[0-9a-f]{40}$/i.test(text)) return 'evm_prefix';
  if (!BASE58.test(text)) return 'base58_alphabet';
  const bytes = solanaKeyBytes(text);
  return bytes === null ? 'solana_length' : { type: 'solana', bytes, address: text };
}

const DIGITS = 40;

/**
 * Parses an EVM address.
 *
 * @param text - starts with `0x` or `0X`; printable ASCII of bounded length.
 * @throws {InvalidWalletError}
 */
export function parseEvmAddress(text: string): Wallet {
  const wallet = valid(text, readHexAddress(text));
  if (wallet.type !== 'evm') throw new InvalidWalletError('evm_length');
  return wallet;
}

function readHexAddress(text: string, keccak256?: Hash['keccak256']): Wallet | InvalidWalletReason {
  const digits = text.slice(2);
  if (!text.startsWith('0x')) return 'evm_prefix';
  if (!/^[0-9a-fA-F]*$/.test(digits)) return 'evm_digits';
  return hasHex32Length(digits.length) ? readHex32Address(digits) : readEvmAddress(digits, keccak256);
}

function readEvmAddress(digits: string, keccak256: Hash['keccak256'] = portable): Wallet | InvalidWalletReason {
  if (digits.length !== DIGITS) return 'evm_length';
  const lower = digits.toLowerCase();
  const address = `0x${checksumCase(lower, keccak256(new TextEncoder().encode(lower)))}`;
  const isMixed = digits !== lower && digits !== digits.toUpperCase();
  if (isMixed && !address.endsWith(digits)) return 'evm_checksum';
  return { type: 'evm', bytes: hexToBytes(lower), address };
}
