/** All types of wallets that can be checked. */
export const WALLET_TYPES = ['evm', 'solana', 'starknet', 'cosmos'] as const;
/** Type of a wallet, by the format of its address. */
export type WalletType = (typeof WALLET_TYPES)[number];

/** Maximum length of a wallet address, in characters: that of bech32 (BIP 173). */
export const WALLET_LENGTH_MAX = 90;
