import type { ClaimDefinition } from '@droptrack/catalogue';
import type { ClaimState, Wallet } from '@droptrack/eligibility';
import { LRUCache } from 'lru-cache';
import type { Dispatcher } from 'undici';
import { createSourceHttp } from '../http/create-source-http';
import type { HostBreakers } from '../http/host-breakers';
import { SourceQueryError } from '../port';
import { ClaimAnswers } from './claim-answers';
import { type ClaimCall, parseClaimCall } from './claim-call';
import { type ClaimFailure, ClaimNode } from './claim-node';

/** What chains are asked with. */
export interface ClaimCheckerOptions {
  /** JSON-RPC addresses by the names that drops' files give as `rpc`; those that are not here are not asked. */
  readonly rpcUrls: ReadonlyMap<string, string>;
  /** Shared by all who ask the same hosts. */
  readonly hosts: HostBreakers;
  /** Told when questions that went together got no answer, never of what was asked. */
  readonly onFailure?: (rpc: string, failure: ClaimFailure) => void;
  /** As `createSourceAgent` makes it; one that is shared by the whole process when not given. */
  readonly dispatcher?: Dispatcher;
  /** From a question to its answer, in milliseconds; 1 900 when not given. */
  readonly timeoutMs?: number;
}

/** Whose claim is asked about, as the drop's list has it. */
export interface ClaimQuestion {
  readonly wallet: Wallet;
  /** Null where neither the list nor its proofs have claim indexes. */
  readonly index: bigint | null;
  /** Base units; null where the wallet is not in the list. */
  readonly amount: bigint | null;
}

interface Contract {
  readonly chainId: number;
  readonly address: string;
  readonly call: ClaimCall;
}

const CONTRACTS_MAX = 1_000;
/** As much below 2 s as the caller needs to pass an answer on. */
const TIMEOUT_MS = 1_900;

/**
 * Reads whether wallets have claimed from the contracts of their drops (`eth_call` at the latest block).
 *
 * A claim of the whole allocation is kept for as long as there is room, none or a part of it for 60 s, null for 5 s. So
 * a claim shows 60 s after its block at the latest; one whose block is replaced by another without it still counts until
 * the process restarts. Equal questions share one call, and many at once go as batches.
 *
 * Wallets are kept in memory for as long as the answers are, and stand in no log, error or figure.
 */
export class ClaimChecker {
  readonly #answers = new ClaimAnswers();
  readonly #underWay = new Map<string, Promise<ClaimState | null>>();
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
   * State of a wallet's claim; null while unknown: the chain is not configured or is another one than the drop says, the
   * node did not answer in time, the contract refused or returned something else, the list lacks an argument or the
   * amount to compare with, or the wallet is none of an EVM chain. Never throws.
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
    // With the amount: of a larger allocation the same claim may be a part.
    const key = `${claim.rpc} ${claim.contract} ${claim.check} ${data} ${amount ?? ''}`;
    const known = this.#answers.get(key, nowMs);
    if (known !== undefined) return known;
    const shared = this.#underWay.get(key);
    if (shared !== undefined) return shared;
    this.#nowMs = nowMs;
    const asked = node
      .call({ chainId: contract.chainId, to: contract.address, data, nowMs })
      .then((answer) => {
        const state = contract.call.decode(answer, amount);
        this.#answers.set(key, state, nowMs);
        return state;
      })
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, asked);
    return asked;
  }

  /** Ends what is under way; those who wait are told null. */
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

/** Null for what no catalogue file that was checked can state. */
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
