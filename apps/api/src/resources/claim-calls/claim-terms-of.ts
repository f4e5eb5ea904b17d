import { claimOf, type DefinitionBody } from '@droptrack/catalogue';
import { type ClaimTerms, evmContract, evmToken } from '@droptrack/claim-calls';
import type { SolanaClaimTerms } from '@droptrack/claim-calls/solana';
import type {
  AllocationPart,
  AllocationProof,
  ClaimActionReasonCode,
  ClaimDistributor,
  ClaimPreparationQuery,
  EligibilityResult,
} from '@droptrack/contracts';
import { distributorStyle } from '@droptrack/distributors';
import { lockedPart } from '@droptrack/eligibility';

/** Entry of the wallet in a list. */
interface ListedEntry {
  readonly list: string | null;
  readonly amount: string;
  /** Token of a list with several. */
  readonly token: string | null;
  readonly breakdown: readonly AllocationPart[];
  readonly proof: AllocationProof | null;
}

/** Facts of a claim that are known before its chain is asked. */
export interface KnownClaim {
  readonly entry: ListedEntry | null;
  readonly distributor: ClaimDistributor | null;
  /** Terms by which it is prepared, with the configured name of its chain; the reason for which there are none. */
  readonly terms: ((ClaimTerms | SolanaClaimTerms) & { readonly rpc: string }) | ClaimActionReasonCode;
}

/** Options of a claim, with valid addresses in lower case. */
export interface ClaimOptions extends Pick<ClaimPreparationQuery, 'list' | 'accept_forgone'> {
  readonly to: string | null;
  readonly delegate: string | null;
  /** False for a drop that was discovered and not reviewed. */
  readonly isReviewed: boolean;
}

/**
 * Terms of a claim by the result of a check with proofs.
 *
 * @param body - definition of the drop as of the same view.
 */
export function claimTermsOf(result: EligibilityResult, body: DefinitionBody, options: ClaimOptions): KnownClaim {
  const entries = entriesOf(result).filter(({ list }) => options.list === undefined || list === options.list);
  const [entry] = entries;
  const none = { entry: null, distributor: null };
  if (entry === undefined) return { ...none, terms: reasonOf(result, options) };
  if (entries.some(({ list }) => list !== entry.list)) return { ...none, terms: 'several_lists' };
  const distributor = distributorOf(entry, body);
  const known = { entry, distributor };
  if (BigInt(entry.amount) === 0n) return { ...known, terms: 'zero_allocation' };
  if (entries.length > 1) return { ...known, terms: 'several_entries' };
  if (!options.isReviewed) return { ...known, terms: 'discovered_drop' };
  if (distributor === null)
    return { ...known, terms: result.claim.url === null ? 'distributor_unknown' : 'project_page_required' };
  const listed = { entry, distributor };
  const solana = solanaTermsOf(result, body, listed, options);
  return { ...known, terms: solana ?? termsOf(result, body, listed, options) };
}

function reasonOf({ status, reasons }: EligibilityResult, { list }: ClaimOptions): ClaimActionReasonCode {
  if (reasons.some(({ code }) => code === 'zero_allocation')) return 'zero_allocation';
  if (status === 'ineligible' || (status === 'eligible' && list !== undefined)) return 'not_in_allocation_list';
  return 'eligibility_unknown';
}

/** Entries of an eligible wallet: a single one is the allocation itself. */
function entriesOf({ status, entries, allocation, allocations, proof, source }: EligibilityResult): ListedEntry[] {
  if (status !== 'eligible' || source === null) return [];
  if (entries.length > 0) {
    return entries.map(({ list, amount, token = null, breakdown, proof: own }) => {
      return { list, amount, token, breakdown, proof: own };
    });
  }
  const [only] = allocations ?? [];
  const amount = only?.amount ?? allocation?.amount;
  const breakdown = allocation?.breakdown ?? [];
  return amount === undefined ? [] : [{ list: source.list, amount, token: only?.token ?? null, breakdown, proof }];
}

function distributorOf({ list, token }: ListedEntry, { definition }: DefinitionBody): ClaimDistributor | null {
  const claim = claimOf(definition, list ?? '');
  if (claim === null) return null;
  const [, chain, family] = /^((eip155|solana):[^:]+):/.exec(claim.contract) ?? [];
  const own = definition.token.address?.value ?? null;
  const isListed = token !== null && chain !== undefined;
  return {
    contract: claim.contract,
    style: claim.distributorStyle ?? (family === 'solana' ? (claim.check ?? null) : null),
    token: isListed ? `${chain}/${family === 'solana' ? 'token' : 'erc20'}:${token}` : own,
  };
}

/** Terms of a claim on Solana; null for another chain. */
function solanaTermsOf(
  { wallet }: EligibilityResult,
  { definition }: DefinitionBody,
  { entry, distributor }: { readonly entry: ListedEntry; readonly distributor: ClaimDistributor },
  { to }: ClaimOptions,
): KnownClaim['terms'] | null {
  const [, chain, program] = /^(solana:\w+):(\w+)$/.exec(distributor.contract) ?? [];
  if (chain === undefined || program === undefined) return null;
  const { rpc, distributor: account } = claimOf(definition, entry.list ?? '') ?? { rpc: '' };
  const { style: accounts } = distributor;
  if (accounts === null || account === undefined) return 'style_unknown';
  if (accounts !== 'jito' && accounts !== 'jupiter') return 'style_unsupported';
  const [, tokenChain, mint] = /^(solana:\w+)\/token:(\w+)$/.exec(distributor.token ?? '') ?? [];
  if (mint === undefined || tokenChain !== chain) return 'token_unknown';
  if (to !== null && to !== wallet) return 'recipient_fixed';
  const { amount, breakdown, proof } = entry;
  const locked = lockedPart(breakdown.map((part) => ({ reason: part.reason, amount: BigInt(part.amount) })));
  return {
    ...{ rpc, chain, program, accounts, distributor: account, mint, wallet },
    amount: BigInt(amount),
    locked,
    proof,
  };
}

function termsOf(
  { wallet, claim: { opens_at, closes_at } }: EligibilityResult,
  { definition }: DefinitionBody,
  { entry, distributor }: { readonly entry: ListedEntry; readonly distributor: ClaimDistributor },
  { to, delegate, accept_forgone: acceptForgone = false }: ClaimOptions,
): KnownClaim['terms'] {
  const style = distributor.style === null ? null : distributorStyle(distributor.style);
  if (style === null) return 'style_unknown';
  const contract = evmContract(distributor.contract);
  if (contract === null) return 'style_unsupported';
  const { chainId, address } = contract;
  const token = evmToken(distributor.token ?? '');
  if (token?.chainId !== chainId) return 'token_unknown';
  const { rpc, codeHash } = claimOf(definition, entry.list ?? '') ?? { rpc: '' };
  const { proof } = entry;
  return {
    rpc,
    contract: {
      ...{ chainId, address: address.toLowerCase(), style, token: token.address.toLowerCase() },
      codeHash: codeHash ?? null,
      window: { opensAtMs: msOf(opens_at), closesAtMs: msOf(closes_at) },
    },
    ...{ wallet: wallet.toLowerCase(), to, delegate, acceptForgone, proof },
    amount: BigInt(entry.amount),
    index: proof === null || proof.index === null ? null : BigInt(proof.index),
  };
}

const msOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));
