import { hexToBytes } from '../hex-bytes';
import { keccak256 } from '../tree/keccak256';
import { checksumCase } from './checksum-case';
import type { InvalidWalletReason } from './errors';
import type { Wallet } from './wallet';

const DIGITS = 64;
/**
 * Fewest digits of an address whose leading zeros are missing. Addresses are hashes below 2^251: one in 32 768 has fewer
 * than 60 digits, one in 2^31 fewer than 56.
 */
const DIGITS_MIN = 56;
/** Addresses are below 2^251 - 256. Source: `ADDR_BOUND` of Cairo's core library. */
const BOUND = `07${'f'.repeat(60)}00`;
/** Zeros before the digits of an EVM address in 32 bytes. */
const EVM_PADDING = '0'.repeat(DIGITS - 40);
const ADDRESS_BYTES = 32;
/** Starknet's hash is Keccak without the upper six bits, of the number in as few bytes as possible. */
const HASH_MASK = 0x03;

/** True for as many hex digits as an address of 32 bytes, or a hash, has. */
export const hasHex32Length = (digits: number): boolean => digits >= DIGITS_MIN && digits <= DIGITS;

/**
 * Parses an address of 32 bytes: of Starknet below its bound, and of Sui, Aptos and Movement in general, whose addresses are hashes too.
 * Only Starknet has a checksum in mixed case.
 *
 * @param given - 56 to 64 hex digits, without `0x`.
 */
export function readHex32Address(given: string): Wallet | InvalidWalletReason {
  const lower = given.toLowerCase();
  const digits = lower.padStart(DIGITS, '0');
  const isMixed = given !== lower && given !== given.toUpperCase();
  if (digits >= BOUND) return isMixed ? 'hash_or_key' : { type: 'sui', ...ofDigits(digits) };
  if (digits.startsWith(EVM_PADDING)) return 'evm_length';
  if (isMixed && !checksummed(digits).endsWith(given)) return 'starknet_checksum';
  return { type: 'starknet', ...ofDigits(digits) };
}

const ofDigits = (digits: string): Pick<Wallet, 'bytes' | 'address'> => ({
  bytes: hex32Key(hexToBytes(digits)),
  address: `0x${digits}`,
});

/**
 * Digits in the case that starknet.js defines: upper case where the hash of the address has a digit of 8 or above.
 * Source: github.com/starknet-io/starknet.js, `src/utils/address.ts`.
 */
function checksummed(digits: string): string {
  const significant = digits.replace(/^(?:00)+/, '');
  const hash = keccak256(hexToBytes(significant));
  hash[0] = (hash[0] ?? 0) & HASH_MASK;
  return checksumCase(digits, hash);
}

/** Bytes of the keys of lists. */
export const HEX32_KEY_BYTES = ADDRESS_BYTES + 1;

/** Key of an address: its 32 bytes and a zero, so that it is none of Solana. The families of this form share their keys. */
function hex32Key(bytes: Uint8Array): Uint8Array {
  const key = new Uint8Array(HEX32_KEY_BYTES);
  key.set(bytes);
  return key;
}

const BOUND_BYTES = hexToBytes(BOUND);

/** True for the key of a number below the bound of Starknet. */
export function isStarknetKey(key: Uint8Array): boolean {
  const at = BOUND_BYTES.findIndex((byte, i) => byte !== key[i]);
  return at !== -1 && (key[at] ?? 0) < (BOUND_BYTES[at] ?? 0);
}

/** The 32 bytes of the address of a key. */
export const hex32Bytes = (key: Uint8Array): Uint8Array => key.subarray(0, ADDRESS_BYTES);
