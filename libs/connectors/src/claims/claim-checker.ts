import type { ClaimDefinition } from '@droptrack/catalogue';
import type { ClaimState, Wallet } from '@droptrack/eligibility';
import { LRUCache } from 'lru-cache';
import type { Dispatcher } from 'undici';
import { createSourceHttp } from '../http/create-source-http';
import type { HostBreakers } from '../http/host-breakers';
import { SourceQueryError } from '../port';
import { type ClaimCall, parseClaimCall } from './claim-call';
import { type ClaimFailure, ClaimNode } from './claim-node';

/** Options of a claim checker. */
export interface ClaimCheckerOptions {
  /** JSON-RPC URLs by the names that catalogue files use as `rpc`; other names are unknown. */
  readonly rpcUrls: ReadonlyMap<string, string>;
  /** Circuit breakers, shared by all requests to the same hosts. */
  readonly hosts: HostBreakers;
  /** Called once per failed batch, without its content. */
  readonly onFailure?: (rpc: string, failure: ClaimFailure) => void;
  /** From `createSourceAgent`; by default one that is shared by the process. */
  readonly dispatcher?: Dispatcher;
  /** Timeout of a call, in milliseconds; 1 900 by default. */
  readonly timeoutMs?: number;
}

/** Claim to be checked, as in the drop's list. */
export interface ClaimQuestion {
  readonly wallet: Wallet;
  /** Null if neither the list nor its proofs have claim indexes. */
  readonly index: bigint | null;
  /** Base units; null if the wallet is not in the list. */
  readonly amount: bigint | null;
}

interface Contract {
  readonly chainId: number;
  readonly address: string;
  readonly call: ClaimCall;
}

const CONTRACTS_MAX = 1_000;
/** Below 2 s by the time that the caller needs to respond. */
const TIMEOUT_MS = 1_900;

/**
 * Reads claim states of wallets from the contracts of their drops (`eth_call` at the latest block).
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
  readonly #contracts = new LRUCache<string, Contract | 'unreadable'>({ max: CONTRACTS_MAX });
  readonly #nodes: ReadonlyMap<string, ClaimNode>;
  readonly #end = new AbortController();
  #nowMs = 0;

  constructor({
    rpcUrls,
    hosts,
    onFailure = () => undefined,
    dispatcher,
    timeoutMs = TIMEOUT_MS,
  }: ClaimCheckerOptions) {
    const http = createSourceHttp({
      hosts,
      signal: this.#end.signal,
      nowMs: () => this.#nowMs,
      ...(dispatcher && { dispatcher }),
    });
    this.#nodes = new Map(
      [...rpcUrls].map(([rpc, url]) => {
        const node = new ClaimNode(rpc, url, http, timeoutMs, (failure) => onFailure(rpc, failure));
        return [rpc, node];
      }),
    );
  }

  /**
   * State of a wallet's claim; null if unknown: the chain is not configured or has another id, the node did not respond in
   * time, the contract reverted or returned an invalid result, the list lacks an argument or the amount to compare with,
   * or the wallet is not an EVM wallet. Never throws.
   *
   * @param nowMs - milliseconds since the epoch.
   */
  async stateOf(
    claim: Pick<ClaimDefinition, 'rpc' | 'contract' | 'check'>,
    { wallet, index, amount }: ClaimQuestion,
    nowMs: number,
  ): Promise<ClaimState | null> {
    const node = this.#nodes.get(claim.rpc);
    if (node === undefined || wallet.type !== 'evm') return null;
    const contract = this.#contractOf(claim);
    const data = contract?.call.encode({ wallet: wallet.bytes, index, amount }) ?? null;
    if (contract === null || data === null) return null;
    // Includes the amount: the same claim can be a part of a larger allocation.
    const key = `${claim.rpc} ${claim.contract} ${claim.check} ${data} ${amount ?? ''}`;
    const known = this.#states.get(key, nowMs);
    if (known !== undefined) return known;
    const shared = this.#inFlight.get(key);
    if (shared !== undefined) return shared;
    this.#nowMs = nowMs;
    const call = node
      .call({ chainId: contract.chainId, to: contract.address, data, nowMs })
      .then((result) => {
        const state = contract.call.decode(result, amount);
        this.#states.set(key, state, nowMs);
        return state;
      })
      .finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, call);
    return call;
  }

  /** Aborts calls in flight, whose callers receive null. */
  close(): void {
    this.#end.abort();
  }

  #contractOf({ contract, check }: Pick<ClaimDefinition, 'contract' | 'check'>): Contract | null {
    const key = `${contract} ${check}`;
    const known = this.#contracts.get(key);
    if (known !== undefined) return known === 'unreadable' ? null : known;
    const read = readContract(contract, check);
    this.#contracts.set(key, read ?? 'unreadable');
    return read;
  }
}

/** Parsed contract; null for values that a valid catalogue file cannot contain. */
function readContract(account: string, check: string): Contract | null {
  const [, chainId, address] = /^eip155:(\d{1,16}):(0x[0-9a-f]{40})$/i.exec(account) ?? [];
  if (chainId === undefined || address === undefined) return null;
  try {
    return { chainId: Number(chainId), address, call: parseClaimCall(check) };
  } catch (error) {
    if (error instanceof SourceQueryError) return null;
    throw error;
  }
}

/** Number of claimed states; a claim is final. */
const CLAIMED_MAX = 50_000;
const OTHERS_MAX = 20_000;
const UNCLAIMED_MS = 60_000;
const UNKNOWN_MS = 5_000;

/**
 * Cache of claim states: claimed until evicted, not or partly claimed for 60 s, null for 5 s; least recently used entries
 * are evicted. Some 20 MB when full.
 */
export class ClaimStateCache {
  readonly #claimed = new LRUCache<string, ClaimState>({ max: CLAIMED_MAX });
  // Separate caches, so that a flood of calls without a result does not evict final states.
  readonly #others = new LRUCache<string, { readonly state: ClaimState | null; readonly askedAtMs: number }>({
    max: OTHERS_MAX,
  });

  /** Cached state; undefined without one. */
  get(key: string, nowMs: number): ClaimState | null | undefined {
    const claimed = this.#claimed.get(key);
    if (claimed !== undefined) return claimed;
    const known = this.#others.get(key);
    if (known === undefined) return undefined;
    // In both directions: a clock that was set back must not keep a state for longer.
    const ageMs = Math.abs(nowMs - known.askedAtMs);
    return ageMs < (known.state === null ? UNKNOWN_MS : UNCLAIMED_MS) ? known.state : undefined;
  }

  /** @param askedAtMs - time of the request: the state is no older. */
  set(key: string, state: ClaimState | null, askedAtMs: number): void {
    if (state?.isClaimed !== true) {
      this.#others.set(key, { state, askedAtMs });
      return;
    }
    this.#others.delete(key);
    this.#claimed.set(key, state);
  }
}
