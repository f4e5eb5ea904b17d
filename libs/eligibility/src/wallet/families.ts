import type { WalletType } from '@droptrack/contracts';
import { HEX32_KEY_BYTES, isStarknetKey } from './hex32-address';
import type { Wallet } from './wallet';

const HEX32: readonly WalletType[] = ['starknet', 'sui', 'aptos', 'movement'];
const ABOVE_STARKNET = HEX32.slice(1);

/** Families whose addresses have the form of a wallet; several for `0x` and 64 hex digits. */
export function familiesOf({ type, bytes }: Pick<Wallet, 'type' | 'bytes'>): readonly WalletType[] {
  if (bytes.length !== HEX32_KEY_BYTES) return [type];
  return isStarknetKey(bytes) ? HEX32 : ABOVE_STARKNET;
}

/** Families of a wallet among those that a drop accepts, in the order of the contract; empty for a wallet that it does not accept. */
export function acceptedFamilies(wallet: Wallet, accepted: readonly WalletType[]): readonly WalletType[] {
  // Almost all wallets have one family.
  if (wallet.bytes.length !== HEX32_KEY_BYTES) return accepted.includes(wallet.type) ? [wallet.type] : [];
  return familiesOf(wallet).filter((family) => accepted.includes(family));
}

/** True for a wallet with the digits of a private key: `0x` and 64 hex digits. */
export const isHex32 = ({ bytes }: Pick<Wallet, 'bytes'>): boolean => bytes.length === HEX32_KEY_BYTES;
