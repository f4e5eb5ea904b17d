import type { FinderDeclaration } from '../declaration';
import { LOOKBACK_DAYS } from '../lookback-days';
import { evmCampaignsFinders, type EvmCampaignsSettings } from './evm-campaigns';

/** Campaigns on EVM chains, one finder per node. */
export const evmCampaigns = {
  id: 'evm-campaigns',
  needs: 'EVM_RPC_URLS',
  readSettings: (read) => {
    const rpcUrls = read.rpcUrls();
    const factoriesFile = read.text('DISCOVERY_FACTORIES', '') || null;
    const lookbackDays = read.integer(...LOOKBACK_DAYS);
    return rpcUrls && { rpcUrls, factoriesFile, lookbackDays };
  },
  create: (settings) => evmCampaignsFinders(settings),
  environmentAt: (url) => ({ EVM_RPC_URLS: `recorded=${url}` }),
} as const satisfies FinderDeclaration<EvmCampaignsSettings>;
