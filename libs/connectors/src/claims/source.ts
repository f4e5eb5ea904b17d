import type { RpcUrls, SourceDeclaration } from '@droptrack/sources';

/** Nodes of the chains of followed distributors. */
export interface ClaimNodes {
  readonly rpcUrls: RpcUrls;
  readonly solanaRpcUrls: RpcUrls;
}

export const claims = {
  id: 'claims',
  needs: 'EVM_RPC_URLS or SOLANA_RPC_URLS',
  readSettings: (read) => {
    const [evm, solana] = [read.rpcUrls(), read.rpcUrls('SOLANA_RPC_URLS')];
    return evm === null && solana === null ? null : { rpcUrls: evm ?? new Map(), solanaRpcUrls: solana ?? new Map() };
  },
  create: (settings) => settings,
  environmentAt: (url) => ({ EVM_RPC_URLS: `recorded=${url}` }),
} as const satisfies SourceDeclaration<ClaimNodes, ClaimNodes>;
