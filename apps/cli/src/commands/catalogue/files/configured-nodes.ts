import {
  Chain,
  createSourceHttp,
  HostBreakers,
  jsonRpc,
  respondingNode,
  type RpcUrls,
  withTimeout,
} from '@droptrack/sources';

/** Timeout of a call, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Node of a chain. */
export interface ConfiguredNode {
  readonly chain: Chain;
  readonly chainId: number;
}

/** The configured nodes, each asked for its chain once. */
export class ConfiguredNodes {
  readonly #end = new AbortController();
  readonly #nodes = new Map<string, Promise<ConfiguredNode>>();
  readonly #http = withTimeout(
    createSourceHttp({
      hosts: new HostBreakers({ monotonicMs: () => performance.now(), random: Math.random }),
      signal: this.#end.signal,
      nowMs: Date.now,
    }),
    TIMEOUT_MS,
  );

  constructor(private readonly urls: RpcUrls) {}

  /** @throws {SourceError} if no node of the chain responds. */
  async of(rpc: string): Promise<ConfiguredNode | null> {
    const urls = this.urls.get(rpc);
    if (urls === undefined) return null;
    const node = this.#nodes.get(rpc) ?? this.#open(rpc, urls);
    this.#nodes.set(rpc, node);
    return node;
  }

  async #open(rpc: string, urls: readonly string[]): Promise<ConfiguredNode> {
    const url = await respondingNode(this.#http, urls, rpc);
    const chain = new Chain(jsonRpc(this.#http, url, rpc), rpc);
    return { chain, chainId: await chain.id() };
  }

  close(): void {
    this.#end.abort();
  }
}
