import type { ClaimState } from '@droptrack/eligibility';
import type { Dispatcher } from 'undici';
import { createSourceHttp, type HostBreakers } from '@droptrack/sources';
import { type ClaimFailure, ClaimNode } from './claim-node';
import type { ChainClaims, ClaimQuestion, ListClaim, ProbeOutcome } from './claim-query';
import { ClaimStateCache } from './claim-state-cache';
import { EvmClaims } from './evm-claims';
import { SolanaClaims } from './solana/solana-claims';
import { SolanaNode } from './solana/solana-node';

/** Nodes from which claims are read. */
export interface ClaimUrls {
  /** JSON-RPC URLs of EVM chains by the names that catalogue files use as `rpc`; other names are unknown. */
  readonly rpcUrls: ReadonlyMap<string, string>;
  /** The same for Solana; none by default. */
  readonly solanaRpcUrls?: ReadonlyMap<string, string>;
}

/** Options of a claim checker. */
export interface ClaimCheckerOptions extends ClaimUrls {
  /** Circuit breakers, shared by all requests to the same hosts. */
  readonly hosts: HostBreakers;
  /** Called once per failed batch, without its content. */
  readonly onFailure?: (rpc: string, failure: ClaimFailure) => void;
  /** From `createSourceAgent`; by default one that is shared by the process. */
  readonly dispatcher?: Dispatcher;
  /** Timeout of a call, in milliseconds; 1 900 by default. */
  readonly timeoutMs?: number;
}

/** Below 2 s by the time that the caller needs to respond. */
const TIMEOUT_MS = 1_900;

/**
 * Reads claim states of wallets from the distributors of their drops, at the latest block.
 *
 * A complete claim is cached until evicted, none or a part of it for 60 s, null for 5 s. A claim is thus visible within
 * 60 s after its block; one whose block is reorganized away still counts until the process restarts. Equal checks share
 * one call, and concurrent calls are batched.
 *
 * Wallets are kept in memory with the cached states, and appear in no log, error or metric.
 */
export class ClaimChecker {
  readonly #states = new ClaimStateCache();
  readonly #inFlight = new Map<string, Promise<ClaimState | null>>();
  readonly #evm: ChainClaims;
  readonly #solana: ChainClaims;
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
    const nodesOf = <Node>(urls: ReadonlyMap<string, string>, type: NodeType<Node>): ReadonlyMap<string, Node> =>
      new Map(
        [...urls].map(([rpc, url]) => [rpc, new type(rpc, url, http, timeoutMs, (kind) => onFailure(rpc, kind))]),
      );
    this.#evm = new EvmClaims(nodesOf(rpcUrls, ClaimNode));
    this.#solana = new SolanaClaims(nodesOf(solanaRpcUrls, SolanaNode));
  }

  /**
   * State of a wallet's claim; null if unknown: the chain is not configured or has another id, the node did not respond in
   * time, the contract reverted or returned an invalid result, the list lacks an argument or the amount to compare with,
   * or the wallet is of another chain. Never throws.
   *
   * @param nowMs - milliseconds since the epoch.
   */
  async stateOf(claim: ListClaim, question: ClaimQuestion, nowMs: number): Promise<ClaimState | null> {
    const query = this.#chainOf(claim).queryOf(claim, question);
    if (query === null) return null;
    const { key } = query;
    const known = this.#states.get(key, nowMs);
    if (known !== undefined) return known;
    const shared = this.#inFlight.get(key);
    if (shared !== undefined) return shared;
    this.#nowMs = nowMs;
    const asked = query
      .ask(nowMs)
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
    return this.#chainOf(claim).probe(claim, nowMs);
  }

  #chainOf({ contract }: ListClaim): ChainClaims {
    return contract.startsWith('solana:') ? this.#solana : this.#evm;
  }

  /** Aborts calls in flight, whose callers receive null. */
  close(): void {
    this.#end.abort();
  }
}

type NodeType<Node> = new (...args: ConstructorParameters<typeof ClaimNode>) => Node;
