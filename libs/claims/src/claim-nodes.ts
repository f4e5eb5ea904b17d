import type { AskNode, NodeRequest, NodeResponse } from '@droptrack/claim-calls';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import {
  createSourceHttp,
  type HostBreakers,
  type Json,
  type RpcUrls,
  SourceError,
  type SourceHttp,
  withTimeout,
} from '@droptrack/sources';

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
      return askNode(withTimeout(this.#http, leftMs), url, requests);
    });
  }

  /** Aborts requests in flight. */
  close(): void {
    this.#end.abort();
  }
}

/** Code and logs of a claim, and error texts that may quote it. */
const BODY_BYTES_MAX = 1024 * 1024;
const EXPLAINED_STATUSES = [400, 413, 422];
/** Errors that can be caused by the batch rather than by the node. */
const ABOUT_BATCHES = ['status', 'too_large', 'wrong_shape'];

const errorShape = z.object({ code: z.number().catch(0), message: z.string().catch('') });
const responseShape = z.object({
  id: z.union([z.number(), z.string()]).nullish(),
  result: z.unknown().optional(),
  error: z.union([errorShape, z.string().transform((message) => ({ code: 0, message }))]).optional(),
});

/**
 * Sends requests in one batch, and one by one to a node that rejects it.
 *
 * @throws {SourceError} with a message that contains neither the URL nor a request.
 */
async function askNode(
  http: SourceHttp,
  url: string,
  requests: readonly NodeRequest[],
): Promise<readonly NodeResponse[]> {
  try {
    return await sendBatch(http, url, requests);
  } catch (error) {
    if (requests.length === 1 || !(error instanceof SourceError) || !ABOUT_BATCHES.includes(error.kind)) throw error;
    return (await Promise.all(requests.map((request) => sendBatch(http, url, [request])))).flat();
  }
}

async function sendBatch(http: SourceHttp, url: string, requests: readonly NodeRequest[]): Promise<NodeResponse[]> {
  const calls = requests.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params: params as Json[] }));
  const json: Json = calls.length === 1 ? (calls[0] ?? null) : calls;
  const response = await http.json(url, { json, bodyBytesMax: BODY_BYTES_MAX, acceptStatuses: EXPLAINED_STATUSES });
  const body = response.kind === 'response' ? response.body : null;
  const parsed = z.array(responseShape).safeParse(Array.isArray(body) ? body : [body]);
  const byId = new Map(parsed.data?.map((each) => [String(each.id), each]));
  return calls.map(({ id }) => {
    const { result, error } = byId.get(String(id)) ?? (calls.length === 1 ? (parsed.data?.[0] ?? {}) : {});
    if (error !== undefined) return { error };
    if (result === undefined) throw new SourceError('wrong_shape', 'a node returned no response to a request');
    return { result };
  });
}
