import type { WalletType } from '@droptrack/contracts';

/** Names of the wallet families in messages. */
export const FAMILY_NAMES: Readonly<Record<WalletType, string>> = {
  evm: 'EVM',
  solana: 'Solana',
  starknet: 'Starknet',
  cosmos: 'Cosmos',
};
