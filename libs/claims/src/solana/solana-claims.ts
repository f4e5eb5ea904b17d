import { programAddress, publicKeyBytes, publicKeyText } from '@droptrack/claim-calls/solana';
import type { ClaimState } from '@droptrack/eligibility';
import { LRUCache } from 'lru-cache';
import { amountState } from '../amount-state';
import type { ChainClaims, ClaimQuery, ClaimQuestion, ListClaim, ProbeOutcome } from '../claim-query';
import { type AccountClaim, type ClaimAccounts, claimAccounts } from './claim-accounts';
import type { SolanaAccount, SolanaNode } from './solana-node';

/** A program with one of its distributors. */
export interface Program {
  /** CAIP-2. */
  readonly chain: string;
  readonly address: string;
  readonly bytes: Uint8Array;
  readonly accounts: ClaimAccounts;
  readonly distributor: { readonly address: string; readonly bytes: Uint8Array };
}

const PROGRAMS_MAX = 1_000;
const UNCLAIMED: ClaimState = { isClaimed: false, claimedAmount: 0n };

/** Claims of Solana programs, each in an account whose address follows from the wallet or its index. */
export class SolanaClaims implements ChainClaims {
  readonly #programs = new LRUCache<string, Program | 'unreadable'>({ max: PROGRAMS_MAX });

  /** @param nodes - by the name that catalogue files use as `rpc`. */
  constructor(private readonly nodes: ReadonlyMap<string, SolanaNode>) {}

  queryOf(claim: ListClaim, { wallet, index, amount }: ClaimQuestion): ClaimQuery | null {
    const node = this.nodes.get(claim.rpc);
    if (node === undefined || wallet.type !== 'solana' || amount === null) return null;
    const id = JSON.stringify([claim.contract, claim.check, claim.distributor]);
    const program = this.#programOf(id, claim);
    if (program === null) return null;
    const asked = { wallet: wallet.bytes, index, distributor: program.distributor.bytes };
    const seeds = program.accounts.seeds(asked);
    if (seeds === null) return null;
    return {
      key: `${claim.rpc} ${id} ${wallet.address} ${index ?? ''} ${amount}`,
      ask: async (nowMs) => {
        const address = programAddress(seeds, program.bytes);
        if (address === null) return null;
        const addresses = [publicKeyText(address), program.distributor.address];
        const accounts = await node.accounts({ chain: program.chain, addresses, nowMs });
        return accounts === null ? null : stateOf(accounts, program, asked, amount);
      },
    };
  }

  async probe(claim: ListClaim, nowMs: number): Promise<ProbeOutcome> {
    const node = this.nodes.get(claim.rpc);
    if (node === undefined) return 'no_node';
    const program = readProgram(claim);
    if (program === null) return 'invalid';
    const accounts = await node.accounts({ chain: program.chain, addresses: [program.distributor.address], nowMs });
    if (accounts === null) return 'no_result';
    return isDistributor(accounts[0] ?? null, program) ? 'valid' : 'invalid';
  }

  #programOf(id: string, claim: ListClaim): Program | null {
    const known = this.#programs.get(id);
    if (known !== undefined) return known === 'unreadable' ? null : known;
    const read = readProgram(claim);
    this.#programs.set(id, read ?? 'unreadable');
    return read;
  }
}

/**
 * State of a claim by its account and that of the distributor. Without an account nothing is claimed, but only from a
 * distributor that exists: a wrong address would show every wallet as unclaimed.
 */
function stateOf(
  [account = null, distributor = null]: readonly (SolanaAccount | null)[],
  program: Program,
  asked: AccountClaim,
  allocation: bigint,
): ClaimState | null {
  if (account !== null) {
    const isOwn = account.owner === program.address;
    const claimed = isOwn ? program.accounts.claimedAmount(account.data, asked) : null;
    return claimed === null ? null : amountState(claimed, allocation);
  }
  return isDistributor(distributor, program) ? UNCLAIMED : null;
}

/** True for the account of a distributor of a program. */
export const isDistributor = (account: SolanaAccount | null, { address, accounts }: Program): boolean =>
  account?.owner === address && accounts.isDistributor(account.data);

/** Parsed program; null without a kind of accounts, and for values that a valid catalogue file cannot contain. */
export function readProgram({
  contract,
  check,
  distributor,
}: Pick<ListClaim, 'contract' | 'check' | 'distributor'>): Program | null {
  const [, chain, address] = /^(solana:[1-9A-HJ-NP-Za-km-z]{32}):([1-9A-HJ-NP-Za-km-z]{32,44})$/.exec(contract) ?? [];
  if (chain === undefined || address === undefined || distributor === undefined) return null;
  const [bytes, distributorBytes, accounts] = [
    publicKeyBytes(address),
    publicKeyBytes(distributor),
    claimAccounts(check ?? ''),
  ];
  if (bytes === null || distributorBytes === null || accounts === null) return null;
  return { chain, address, bytes, accounts, distributor: { address: distributor, bytes: distributorBytes } };
}
