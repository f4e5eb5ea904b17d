import { claimOf, type DefinitionBody } from '@droptrack/catalogue';
import { type ClaimTerms, distributorOf, entriesGap, listedClaim, type ListedEntry } from '@droptrack/claim-calls';
import type { SolanaClaimTerms } from '@droptrack/claim-calls/solana';
import type {
  AllocationPart,
  ClaimActionReasonCode,
  ClaimDistributor,
  ClaimPreparationQuery,
  EligibilityResult,
} from '@droptrack/contracts';
import { lockedPart } from '@droptrack/eligibility';

/** Entry of the wallet in a list, with the parts of its amount. */
interface Entry extends ListedEntry {
  readonly breakdown: readonly AllocationPart[];
}

/** Facts of a claim that are known before its chain is asked. */
export interface KnownClaim {
  readonly entry: Entry | null;
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
  const gap = entriesGap(entries);
  if (gap === 'several_lists') return { ...none, terms: gap };
  const distributor = distributorIn(body, entry);
  const known = { entry, distributor };
  if (gap !== null) return { ...known, terms: gap };
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
function entriesOf({ status, entries, allocation, allocations, proof, source }: EligibilityResult): Entry[] {
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

function distributorIn({ definition }: DefinitionBody, entry: Entry): ClaimDistributor | null {
  const claim = claimOf(definition, entry.list ?? '');
  if (claim === null) return null;
  const { contract, check, distributorStyle } = claim;
  const style = distributorStyle ?? (contract.startsWith('solana:') ? check : null) ?? null;
  return distributorOf({ contract, style, token: definition.token.address?.value ?? null }, entry);
}

/** Terms of a claim on Solana; null for another chain. */
function solanaTermsOf(
  { wallet }: EligibilityResult,
  { definition }: DefinitionBody,
  { entry, distributor }: { readonly entry: Entry; readonly distributor: ClaimDistributor },
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
  { wallet, claim: window }: EligibilityResult,
  { definition }: DefinitionBody,
  { entry, distributor }: { readonly entry: Entry; readonly distributor: ClaimDistributor },
  { to, delegate, accept_forgone: acceptForgone = false }: ClaimOptions,
): KnownClaim['terms'] {
  const { rpc, codeHash } = claimOf(definition, entry.list ?? '') ?? { rpc: '' };
  const terms = listedClaim(distributor, entry, { wallet, to, delegate, acceptForgone, codeHash, window });
  return typeof terms === 'string' ? terms : { rpc, ...terms };
}
