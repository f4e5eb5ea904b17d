import { JsonRpcError, type SourceHttp } from '@droptrack/sources';
import type { FakeClaimChain } from './fake-claim-chain';

interface RpcCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** HTTP client whose only hosts are the nodes of these chains, by their URLs. */
export const httpOf = (nodes: Readonly<Record<string, FakeClaimChain>>) =>
  ({
    json: async (url: string, options: { readonly json: RpcCall }) => {
      const { id, method, params } = options.json;
      try {
        return { kind: 'response', body: { jsonrpc: '2.0', id, result: nodes[url]?.answer(method, params) } };
      } catch (error) {
        if (!(error instanceof JsonRpcError)) throw error;
        const code = error.kind === 'rate_limited' ? 429 : -32602;
        return { kind: 'response', body: { jsonrpc: '2.0', id, error: { code, message: error.message } } };
      }
    },
  }) as unknown as SourceHttp;
