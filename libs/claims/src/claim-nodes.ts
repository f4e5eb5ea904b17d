import type { AskNode, NodeRequest, NodeResponse } from '@droptrack/claim-calls';
import type { Dispatcher } from 'undici';
import { createSourceHttp, type HostBreakers, type RpcUrls, type SourceHttp, withTimeout } from '@droptrack/sources';
import { isAboutBatch, sendBatch } from './send-batch';

/** Options of the nodes of claim calls. */
export interface ClaimNodesOptions {
  /** Nodes of EVM chains and of Solana by the names that catalogue files use. */
  readonly rpcUrls: RpcUrls;
  /** Circuit breakers, shared by all requests to the same hosts. */
  readonly hosts: HostBreakers;
  /** Milliseconds since the epoch. */
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  /** From `createSourceAgent`; by default one that is shared by the process. */
  readonly dispatcher?: Dispatcher;
}

/** Nodes of a chain that a claim is checked with. */
const NODES_MAX = 3;

/** Nodes by which claims are checked and simulated. Their requests contain wallets, and appear in no log, error or metric. */
export class ClaimNodes {
  readonly #end = new AbortController();
  readonly #http: SourceHttp;

  constructor(private readonly options: ClaimNodesOptions) {
    const { hosts, nowMs, dispatcher } = options;
    this.#http = createSourceHttp({ hosts, nowMs, signal: this.#end.signal, ...(dispatcher && { dispatcher }) });
  }

  /**
   * Nodes of a chain, at most three; none if it is not configured.
   *
   * @param withinMs - time from now on within which they respond to everything together, in milliseconds.
   */
  of(rpc: string, withinMs: number): readonly AskNode[] {
    const { rpcUrls, monotonicMs } = this.options;
    const endMs = monotonicMs() + withinMs;
    return (rpcUrls.get(rpc) ?? []).slice(0, NODES_MAX).map((url): AskNode => (requests) => {
      const leftMs = Math.max(1, Math.floor(endMs - monotonicMs()));
      const http = withTimeout(this.#http, leftMs);
      return askNode((some) => sendBatch(http, url, rpc, some), requests);
    });
  }

  /** Aborts requests in flight. */
  close(): void {
    this.#end.abort();
  }
}

/**
 * Sends requests in one batch, and one by one to a node that rejects it.
 *
 * @throws {SourceError} as {@link sendBatch}.
 */
async function askNode(
  send: (requests: readonly NodeRequest[]) => Promise<NodeResponse[]>,
  requests: readonly NodeRequest[],
): Promise<readonly NodeResponse[]> {
  try {
    return await send(requests);
  } catch (error) {
    if (requests.length === 1 || !isAboutBatch(error)) throw error;
    return (await Promise.all(requests.map((request) => send([request])))).flat();
  }
}
