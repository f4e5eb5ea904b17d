/** All types of wallets that can be checked. */
export const WALLET_TYPES = [
  'evm',
  'solana',
  'starknet',
  'cosmos',
  'sui',
  'aptos',
  'movement',
  'ton',
  'bitcoin',
] as const;
/**
 * Type of a wallet, by the form of its address. `0x` and 64 hex digits is the form of `starknet`, `sui`, `aptos` and `movement` at once:
 * of these, the type is one that the drop accepts, and the first possible one without a drop.
 */
export type WalletType = (typeof WALLET_TYPES)[number];

/** Maximum length of a wallet address, in characters: that of bech32 (BIP 173). */
export const WALLET_LENGTH_MAX = 90;
