import { base58 } from '@scure/base';
import { hexToBytes } from '../hex-bytes';
import { bitcoinAddressOf } from './bitcoin-address';
import { cosmosAddressOf } from './cosmos-address';
import { textOfKey } from './text-key';

/** Hex digits of the keys of each form; those of texts have more. */
const DIGITS = { evm: 40, solana: 64, hex32: 66 } as const;
const HEX32_ADDRESS_DIGITS = 64;
/** First characters of the keys of TON, which begin with the workchain. */
const TON = /^(?:0|-1):/;

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
    case DIGITS.hex32:
      return `0x${key.slice(0, HEX32_ADDRESS_DIGITS)}`;
    default:
      return addressOfText(hexToBytes(key));
  }
}

function addressOfText(key: Uint8Array): string {
  const text = textOfKey(key);
  return TON.test(text) ? text : (bitcoinAddressOf(key) ?? cosmosAddressOf(key));
}
