import type { SourceDeclaration } from '@droptrack/sources';
import type { EvmSettings } from '../evm/evm';

/** Nodes of the chains of followed distributors. */
export const claims = {
  id: 'claims',
  needs: 'EVM_RPC_URLS',
  readSettings: (read) => {
    const rpcUrls = read.rpcUrls();
    return rpcUrls && { rpcUrls };
  },
  create: (settings) => settings,
  environmentAt: (url) => ({ EVM_RPC_URLS: `recorded=${url}` }),
} as const satisfies SourceDeclaration<EvmSettings, EvmSettings>;
