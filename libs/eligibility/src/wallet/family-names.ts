import type { WalletType } from '@droptrack/contracts';

/** Names of the wallet families in messages. */
export const FAMILY_NAMES: Readonly<Record<WalletType, string>> = {
  evm: 'EVM',
  solana: 'Solana',
  starknet: 'Starknet',
  cosmos: 'Cosmos',
  sui: 'Sui',
  aptos: 'Aptos',
  movement: 'Movement',
  ton: 'TON',
  bitcoin: 'Bitcoin',
};
