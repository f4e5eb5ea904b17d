import type { ClaimState } from '@droptrack/eligibility';
import type { Dispatcher } from 'undici';
import { createSourceHttp, type HostBreakers, type RpcUrls } from '@droptrack/sources';
import { type ClaimFailure, ClaimNode } from './claim-node';
import type { ChainClaims, ClaimQuery, ClaimQuestion, ListClaim, ProbeOutcome } from './claim-query';
import { ClaimStateCache } from './claim-state-cache';
import { EvmClaims } from './evm-claims';
import { SolanaClaims } from './solana/solana-claims';
import { SolanaNode } from './solana/solana-node';

/** Nodes from which claims are read. */
export interface ClaimUrls {
  /** Nodes of EVM chains; other names are unknown. */
  readonly rpcUrls: RpcUrls;
  /** The same for Solana; none by default. */
  readonly solanaRpcUrls?: RpcUrls;
}

/** Options of a claim checker. */
export interface ClaimCheckerOptions extends ClaimUrls {
  /** Circuit breakers, shared by all requests to the same hosts. */
  readonly hosts: HostBreakers;
  /** Called once per failed batch, without its content. */
  readonly onFailure?: (rpc: string, failure: ClaimFailure) => void;
  /** From `createSourceAgent`; by default one that is shared by the process. */
  readonly dispatcher?: Dispatcher;
  /** Timeout of a call, which the nodes of its chain share, in milliseconds; 1 900 by default. */
  readonly timeoutMs?: number;
}

/** Below 2 s by the time that the caller needs to respond. */
const TIMEOUT_MS = 1_900;
/** Nodes of a chain that a check asks, one after the other: more would leave each too little of the time. */
const NODES_ASKED = 2;

/**
 * Reads claim states of wallets from the distributors of their drops, at the latest block.
 *
 * A complete claim is cached until evicted, none or a part of it for 5 s, and so is null. A claim is thus visible within
 * 5 s after its block; one whose block is reorganized away still counts until the process restarts. Equal checks share
 * one call, and concurrent calls are batched. A call without a result is passed to the second node of its chain.
 *
 * Wallets are kept in memory with the cached states, and appear in no log, error or metric.
 */
export class ClaimChecker {
  readonly #states = new ClaimStateCache();
  readonly #inFlight = new Map<string, Promise<ClaimState | null>>();
  /** By the position of the nodes that they ask. */
  readonly #evm: readonly ChainClaims[];
  readonly #solana: readonly ChainClaims[];
  readonly #end = new AbortController();
  #nowMs = 0;

  constructor({ rpcUrls, solanaRpcUrls = new Map(), hosts, dispatcher, ...options }: ClaimCheckerOptions) {
    const { onFailure = () => undefined, timeoutMs = TIMEOUT_MS } = options;
    const http = createSourceHttp({
      hosts,
      signal: this.#end.signal,
      nowMs: () => this.#nowMs,
      ...(dispatcher && { dispatcher }),
    });
    const nodesOf = <Node>(urls: RpcUrls, type: NodeType<Node>): Map<string, Node>[] =>
      byPosition(urls, (rpc, url, nodes) => {
        // The nodes of a chain are asked one after the other.
        return new type(rpc, url, http, timeoutMs / nodes, (kind) => onFailure(rpc, kind));
      });
    this.#evm = nodesOf(rpcUrls, ClaimNode).map((nodes) => new EvmClaims(nodes));
    this.#solana = nodesOf(solanaRpcUrls, SolanaNode).map((nodes) => new SolanaClaims(nodes));
  }

  /**
   * State of a wallet's claim; null if unknown: the chain is not configured or has another id, the node did not respond in
   * time, the contract reverted or returned an invalid result, the list lacks an argument or the amount to compare with,
   * or the wallet is of another chain. Never throws.
   *
   * @param nowMs - milliseconds since the epoch.
   */
  async stateOf(claim: ListClaim, question: ClaimQuestion, nowMs: number): Promise<ClaimState | null> {
    const queries = this.#chainsOf(claim).flatMap((chain) => chain.queryOf(claim, question) ?? []);
    const [query] = queries;
    if (query === undefined) return null;
    const { key } = query;
    const known = this.#states.get(key, nowMs);
    if (known !== undefined) return known;
    const shared = this.#inFlight.get(key);
    if (shared !== undefined) return shared;
    this.#nowMs = nowMs;
    const asked = firstState(queries, nowMs)
      .then((state) => {
        this.#states.set(key, state, nowMs);
        return state;
      })
      .finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, asked);
    return asked;
  }

  /**
   * Asks a distributor about a made-up wallet. Not cached. Never throws.
   *
   * @param nowMs - milliseconds since the epoch.
   */
  async probe(claim: ListClaim, nowMs: number): Promise<ProbeOutcome> {
    this.#nowMs = nowMs;
    let outcome: ProbeOutcome = 'no_node';
    for (const chain of this.#chainsOf(claim)) {
      const next = await chain.probe(claim, nowMs);
      if (next !== 'no_node') outcome = next;
      if (next !== 'no_result') break;
    }
    return outcome;
  }

  #chainsOf({ contract }: ListClaim): readonly ChainClaims[] {
    return contract.startsWith('solana:') ? this.#solana : this.#evm;
  }

  /** Aborts calls in flight, whose callers receive null. */
  close(): void {
    this.#end.abort();
  }
}

type NodeType<Node> = new (...args: ConstructorParameters<typeof ClaimNode>) => Node;

/** The first nodes of all chains, the second ones, and so on. @param create - receives the number of nodes of the chain. */
function byPosition<Node>(
  urls: RpcUrls,
  create: (rpc: string, url: string, nodes: number) => Node,
): Map<string, Node>[] {
  const positions: Map<string, Node>[] = [];
  for (const [rpc, all] of urls) {
    const nodes = all.slice(0, NODES_ASKED);
    for (const [n, url] of nodes.entries()) (positions[n] ??= new Map()).set(rpc, create(rpc, url, nodes.length));
  }
  return positions;
}

/** State by the first node that knows one; null if none does. */
async function firstState(queries: readonly ClaimQuery[], nowMs: number): Promise<ClaimState | null> {
  for (const query of queries) {
    const state = await query.ask(nowMs);
    if (state !== null) return state;
  }
  return null;
}
