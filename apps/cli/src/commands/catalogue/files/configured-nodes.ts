import { Chain, createSourceHttp, HostBreakers, jsonRpc, withTimeout } from '@droptrack/sources';

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

  constructor(private readonly urls: ReadonlyMap<string, string>) {}

  /** @throws {SourceError} if the node does not respond. */
  async of(rpc: string): Promise<ConfiguredNode | null> {
    const url = this.urls.get(rpc);
    if (url === undefined) return null;
    const node = this.#nodes.get(rpc) ?? this.#open(rpc, url);
    this.#nodes.set(rpc, node);
    return node;
  }

  async #open(rpc: string, url: string): Promise<ConfiguredNode> {
    const chain = new Chain(jsonRpc(this.#http, url, rpc), rpc);
    return { chain, chainId: await chain.id() };
  }

  close(): void {
    this.#end.abort();
  }
}
