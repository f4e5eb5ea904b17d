import type { WalletType } from '@droptrack/contracts';
import { acceptedFamilies, isHex32 } from './families';
import { readWallet } from './parse-wallet';

/** True for `0x` and 64 hex digits, the form of a wallet and of a private key; also for a mistyped address of Starknet. */
export function hasDigitsOfKey(text: string): boolean {
  const read = readWallet(text);
  return typeof read === 'string' ? read === 'starknet_checksum' : isHex32(read);
}

/**
 * True for a text that has the digits of a private key and is no address of Starknet, whose bound one of 32 keys is below. A check
 * of all drops, where no drop says which wallets it accepts, must not send it: addresses of Sui, Aptos and Movement need a drop.
 */
export const isKeyForAll = (text: string): boolean => isKeyFor(text, ['starknet']);

/**
 * True for a text that has the digits of a private key and can be no wallet of a drop, so that it must not be sent.
 *
 * @param accepted - families that the drop accepts.
 */
export function isKeyFor(text: string, accepted: readonly WalletType[]): boolean {
  const read = readWallet(text);
  if (typeof read === 'string') return read === 'starknet_checksum' && !accepted.includes('starknet');
  return isHex32(read) && acceptedFamilies(read, accepted).length === 0;
}
