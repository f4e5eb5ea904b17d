import type { ConnectorDeclaration } from '../declaration';
import { evmConnector, type EvmSettings } from './evm';
import { parseEvmQuery } from './query';

/** Nodes of EVM chains. */
export const evm = {
  id: 'evm',
  needs: 'EVM_RPC_URLS',
  example: null,
  parseQuery: parseEvmQuery,
  readSettings: (read) => {
    const rpcUrls = read.rpcUrls();
    return rpcUrls && { rpcUrls };
  },
  create: (settings) => evmConnector(settings),
  environmentAt: (url) => ({ EVM_RPC_URLS: `recorded=${url}` }),
} as const satisfies ConnectorDeclaration<EvmSettings>;
