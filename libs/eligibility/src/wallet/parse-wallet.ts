import { WALLET_LENGTH_MAX, type WalletType } from '@droptrack/contracts';
import { keccak_256 } from '@noble/hashes/sha3';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils';
import { InvalidWalletError, type InvalidWalletReason } from './errors';
import { solanaKeyBytes } from './solana-key';

/** Address of a supported kind, as bytes and as text. */
export interface Wallet {
  readonly type: WalletType;
  /** 20 bytes of an EVM address, or 32 bytes of a Solana address. */
  readonly bytes: Uint8Array;
  /** EVM in EIP-55 mixed case, Solana in base58. */
  readonly address: string;
}

/**
 * Parses a wallet: `0x` and 40 hex digits, or base58 of exactly 32 bytes.
 *
 * Hex digits in only lower or only upper case are accepted; mixed case must match the EIP-55 checksum. Nothing is trimmed
 * or corrected, because a guess could be the wallet of another person.
 *
 * @throws {InvalidWalletError} for other texts; its message never contains the text.
 */
export function parseWallet(text: string): Wallet {
  return valid(readWallet(text));
}

/**
 * Parses a wallet like {@link parseWallet}, and returns the reason for which a text is none. Without the error and its
 * messages, which the verification of a proof in a browser does not need.
 */
export function readWallet(text: string): Wallet | InvalidWalletReason {
  const reason = rejectionOf(text);
  if (reason !== null) return reason;
  return /^0x/i.test(text) ? readEvmAddress(text) : readSolanaAddress(text);
}

function valid(read: Wallet | InvalidWalletReason): Wallet {
  if (typeof read === 'string') throw new InvalidWalletError(read);
  return read;
}

/** Rejects texts that cannot be an address of either kind, which also bounds the work of the parsers. */
function rejectionOf(text: string): InvalidWalletReason | null {
  if (text.length === 0) return 'empty';
  if (text.length > WALLET_LENGTH_MAX) return 'too_long';
  if (/\s/.test(text)) return 'whitespace';
  if (!/^[\x21-\x7e]*$/.test(text)) return 'not_ascii';
  return BECH32.test(text) ? 'bech32' : null;
}

/**
 * Form of a bech32 address (BIP 173) in one case. Some of them are also base58 of 32 bytes: 56 of 1 000 published addresses
 * of a Cosmos chain. Solana keys have mixed case; fewer than one in 10^10 matches.
 */
const BECH32 = /^(?:[a-z]{1,20}1[02-9ac-hj-np-z]{20,}|[A-Z]{1,20}1[02-9AC-HJ-NP-Z]{20,})$/;

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
  return valid(readEvmAddress(text));
}

function readEvmAddress(text: string): Wallet | InvalidWalletReason {
  const digits = text.slice(2);
  if (!text.startsWith('0x')) return 'evm_prefix';
  if (!/^[0-9a-fA-F]*$/.test(digits)) return 'evm_digits';
  if (digits.length !== DIGITS) return 'evm_length';
  const lower = digits.toLowerCase();
  const address = checksummed(lower);
  const isMixed = digits !== lower && digits !== digits.toUpperCase();
  if (isMixed && text !== address) return 'evm_checksum';
  return { type: 'evm', bytes: hexToBytes(lower), address };
}

/** Formats an address with the EIP-55 checksum: upper case where the hash of the lower-case digits is 8 or above. */
function checksummed(lower: string): string {
  const hash = bytesToHex(keccak_256(lower));
  let address = '0x';
  for (let i = 0; i < DIGITS; i++) {
    const digit = lower.charAt(i);
    address += hash.charAt(i) >= '8' ? digit.toUpperCase() : digit;
  }
  return address;
}
