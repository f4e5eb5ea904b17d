import type { Wallet } from './wallet';
import { checksumCase } from './checksum-case';
import { keccak256 } from '../tree/keccak256';

/** Offset between the address of a contract on L1 and the sender that an L2 sees, modulo 2^160. Source: github.com/OffchainLabs/nitro-contracts, `src/libraries/AddressAliasHelper.sol`. */
const OFFSET = 0x1111000000000000000000000000000000001111n;
const BITS = 160;
const DIGITS = 40;

/** Address under which a contract of L1 appears on an L2; null for a wallet that is not of EVM. */
export function l2Alias({ type, bytes }: Wallet): Wallet | null {
  if (type !== 'evm') return null;
  const number = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const digits = BigInt.asUintN(BITS, number + OFFSET)
    .toString(16)
    .padStart(DIGITS, '0');
  const address = `0x${checksumCase(digits, keccak256(new TextEncoder().encode(digits)))}`;
  return { type, bytes: Uint8Array.from(digits.match(/../g) ?? [], (hex) => parseInt(hex, 16)), address };
}
