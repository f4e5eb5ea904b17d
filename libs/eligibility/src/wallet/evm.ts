import { keccak_256 } from '@noble/hashes/sha3';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils';
import { InvalidWalletError } from './errors';
import type { Wallet } from './parse-wallet';

const DIGITS = 40;

/**
 * Parses an EVM address.
 *
 * @param text - starts with `0x` or `0X`; printable ASCII of bounded length.
 * @throws {InvalidWalletError}
 */
export function parseEvmAddress(text: string): Wallet {
  const digits = text.slice(2);
  if (!text.startsWith('0x')) throw new InvalidWalletError('evm_prefix');
  if (!/^[0-9a-fA-F]*$/.test(digits)) throw new InvalidWalletError('evm_digits');
  if (digits.length !== DIGITS) throw new InvalidWalletError('evm_length');
  const lower = digits.toLowerCase();
  const address = checksummed(lower);
  const isMixed = digits !== lower && digits !== digits.toUpperCase();
  if (isMixed && text !== address) throw new InvalidWalletError('evm_checksum');
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
