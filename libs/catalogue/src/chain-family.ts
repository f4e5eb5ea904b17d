import type { DropDefinition, WalletFamily } from './definition';

/** Address format of a chain, which determines the supported queries. */
type ChainFamily = WalletFamily | 'other';

const EVM_CHAINS = [
  ...['abstract', 'arbitrum', 'arbitrum-nova', 'avalanche', 'base', 'berachain', 'blast', 'bsc', 'celo', 'cronos'],
  ...['ethereum', 'fantom', 'flare', 'fraxtal', 'gnosis', 'hyperliquid', 'immutable', 'ink', 'kava', 'linea', 'lisk'],
  ...['manta', 'mantle', 'megaeth', 'metis', 'mode', 'monad', 'moonbeam', 'optimism', 'plasma', 'plume', 'polygon'],
  ...['polygon-zkevm', 'ronin', 'saga', 'scroll', 'sei', 'soneium', 'sonic', 'taiko', 'unichain', 'worldchain'],
  ...['zircuit', 'zksync', 'zora'],
];
const SOLANA_CHAINS = ['solana', 'eclipse'];
const STARKNET_CHAINS = ['starknet'];
const COSMOS_CHAINS = ['celestia', 'cosmos', 'dydx', 'dymension', 'initia', 'injective', 'neutron', 'osmosis'];
/** Known chains with other addresses. */
const OTHER_CHAINS = ['cardano', 'fuel', 'near', 'polkadot', 'tron'];
/** Chains with a family of their own name. */
const OWN_FAMILIES = ['aptos', 'bitcoin', 'movement', 'sui', 'ton'] as const;

const FAMILY_BY_CHAIN: ReadonlyMap<string, ChainFamily> = new Map([
  ...EVM_CHAINS.map((chain) => [chain, 'evm'] as const),
  ...SOLANA_CHAINS.map((chain) => [chain, 'solana'] as const),
  ...STARKNET_CHAINS.map((chain) => [chain, 'starknet'] as const),
  ...COSMOS_CHAINS.map((chain) => [chain, 'cosmos'] as const),
  ...OWN_FAMILIES.map((chain) => [chain, chain] as const),
  ...OTHER_CHAINS.map((chain) => [chain, 'other'] as const),
]);

/** Family of a chain by its slug; null for an unknown chain. */
export function chainFamily(chain: string): ChainFamily | null {
  return FAMILY_BY_CHAIN.get(chain) ?? null;
}

/** Wallet families that a drop accepts: as declared, otherwise by its chain; none for a chain of another family. */
export function walletFamilies({ wallets, chain }: DropDefinition): readonly WalletFamily[] {
  if (wallets !== null) return wallets;
  const family = chainFamily(chain.value);
  return family === null || family === 'other' ? [] : [family];
}
