import { base58 } from '@scure/base';
import { hexToBytes } from '../hex-bytes';
import { cosmosAddressOf } from './cosmos-address';

/** Hex digits of the keys of each family; those of Cosmos have more. */
const DIGITS = { evm: 40, solana: 64, starknet: 66 } as const;
const STARKNET_ADDRESS_DIGITS = 64;

/**
 * Address of a key of a list, `Wallet.bytes`.
 *
 * EVM addresses are in lower case: EIP-55 checksums of a million wallets would take longer than the rest of an export.
 *
 * @param key - in hex digits.
 */
export function addressOfKey(key: string): string {
  switch (key.length) {
    case DIGITS.evm:
      return `0x${key}`;
    case DIGITS.solana:
      return base58.encode(hexToBytes(key));
    case DIGITS.starknet:
      return `0x${key.slice(0, STARKNET_ADDRESS_DIGITS)}`;
    default:
      return cosmosAddressOf(hexToBytes(key));
  }
}
