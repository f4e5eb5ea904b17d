import { LRUCache } from 'lru-cache';
import { SourceQueryError } from '@droptrack/sources';
import { type ClaimCall, parseClaimCall } from './claim-call';
import type { ClaimNode } from './claim-node';
import type { ChainClaims, ClaimQuery, ClaimQuestion, ListClaim, ProbeOutcome } from './claim-query';

interface Contract {
  readonly chainId: number;
  readonly address: string;
  readonly call: ClaimCall;
}

/** Claim without an owner; its index fits every integer type. */
const MADE_UP = {
  wallet: new Uint8Array(20).fill(0xd7),
  index: 0n,
  amount: 1n,
  leaf: () => new Uint8Array(32).fill(0xd7),
};

const CONTRACTS_MAX = 1_000;

/** Claims in contracts on EVM chains (`eth_call` at the latest block). */
export class EvmClaims implements ChainClaims {
  readonly #contracts = new LRUCache<string, Contract | 'unreadable'>({ max: CONTRACTS_MAX });

  /** @param nodes - by the name that catalogue files use as `rpc`. */
  constructor(private readonly nodes: ReadonlyMap<string, ClaimNode>) {}

  queryOf(claim: ListClaim, { wallet, index, amount, leaf }: ClaimQuestion): ClaimQuery | null {
    const node = this.nodes.get(claim.rpc);
    if (node === undefined || wallet.type !== 'evm') return null;
    const { contract, check, args, result, style, since } = claim;
    const id = JSON.stringify([contract, check, args, result, style, since]);
    const found = this.#contractOf(id, claim);
    const data = found?.call.encode({ wallet: wallet.bytes, index, amount, ...(leaf && { leaf }) }) ?? null;
    if (found === null || data === null) return null;
    const { chainId, address, call } = found;
    return {
      // Includes the amount: the same claim can be a part of a larger allocation.
      key: `${claim.rpc} ${id} ${data} ${amount ?? ''}`,
      ask: async (nowMs) => {
        const latest = { chainId, to: address, data, nowMs };
        // Both calls share a batch, and so the time limit.
        const calls = since === undefined ? [latest] : [latest, { ...latest, block: since }];
        const [answer, before] = await Promise.all(calls.map((each) => node.call(each)));
        return call.decode(answer, amount, before);
      },
    };
  }

  async probe(claim: ListClaim, nowMs: number): Promise<ProbeOutcome> {
    const node = this.nodes.get(claim.rpc);
    if (node === undefined) return 'no_node';
    const contract = readContract(claim);
    const data = contract?.call.encode(MADE_UP) ?? null;
    if (contract === null || data === null) return 'invalid';
    const { chainId, address, call } = contract;
    const answer = await node.call({ chainId, to: address, data, nowMs });
    if (answer === null) return 'no_result';
    return call.isResult(answer) ? 'valid' : 'invalid';
  }

  #contractOf(id: string, claim: ListClaim): Contract | null {
    const known = this.#contracts.get(id);
    if (known !== undefined) return known === 'unreadable' ? null : known;
    const read = readContract(claim);
    this.#contracts.set(id, read ?? 'unreadable');
    return read;
  }
}

/** Parsed contract; null without a call, and for values that a valid catalogue file cannot contain. */
function readContract({ contract, check, ...terms }: ListClaim): Contract | null {
  const [, chainId, address] = /^eip155:(\d{1,16}):(0x[0-9a-f]{40})$/i.exec(contract) ?? [];
  if (chainId === undefined || address === undefined || check === undefined) return null;
  try {
    return { chainId: Number(chainId), address, call: parseClaimCall(check, terms) };
  } catch (error) {
    if (error instanceof SourceQueryError) return null;
    throw error;
  }
}
