import {
  claimOf,
  type DropDefinition,
  type ListEntry,
  ownTokenOf,
  publishedChecker,
  publishedEventUrl,
  walletFamilies,
} from '@droptrack/catalogue';
import type {
  Allocation,
  AllocationEntry,
  AllocationProof,
  Claim,
  EligibilityReason,
  EligibilityResult,
  EligibilitySource,
  TokenAllocation,
} from '@droptrack/contracts';
import { acceptedFamilies } from '../wallet/families';
import { vestingOf } from '../amount/vesting';
import { valueUsd } from '../amount/value-usd';
import { claimReasons } from './claim-reasons';
import { type ClaimWindow, claimWindowAt, opensAt } from '@droptrack/catalogue';
import { type CombinedClaim, combinedClaim, commonOf, sumOf } from './combined';
import type { EligibilityFacts } from './facts';
import { presentLedger } from './ledger';
import { decideVerdict, type ListedEntry } from './verdict';

/**
 * Decides the eligibility of a wallet for a drop.
 *
 * Pure: the same facts result in the same response, with its members in the order of the contract. An amount above 0
 * in any active list makes a wallet eligible; only lists without a gap make it ineligible.
 */
export function decideEligibility(facts: EligibilityFacts): Omit<EligibilityResult, 'as_of'> {
  const { wallet, definition, atMs } = facts;
  const { status, reason, others, list, entries } = decideVerdict(facts);
  const window = claimWindowAt(definition, atMs);
  const claim = combinedClaim(entries.map(({ row }) => row.claimState));
  const reasons: EligibilityReason[] = [
    reason,
    ...others,
    ...aliasReasons(entries),
    ...proofReasons(entries.map(({ row }) => row.proof)),
    ...claimReasons(window, claim.claimed),
  ];
  const [first] = entries;
  const isSingle = entries.length === 1;
  return {
    drop: definition.id,
    wallet: wallet.address,
    wallet_type: acceptedFamilies(wallet, walletFamilies(definition))[0] ?? wallet.type,
    status,
    eligible: status === 'eligible' ? true : status === 'ineligible' ? false : null,
    allocation: allocationOf(entries, definition),
    ...tokensOf(entries),
    claim: {
      ...presentClaim(window, claim, definition, contractsOf(entries, definition)),
      ...ledgerOf(entries, window, facts),
    },
    proof: isSingle && first !== undefined ? first.row.proof : null,
    entries: isSingle ? [] : entries.map((entry) => entryOf(entry, definition)),
    reasons,
    ...checkerOf(definition, status),
    snapshot: {
      block: definition.snapshot.block?.value ?? null,
      date: definition.snapshot.date?.value ?? null,
    },
    source: list === null ? null : sourceOf(list),
    checked_at: new Date(atMs).toISOString(),
  };
}

/** Checker of the project, for a wallet that no list decides. */
function checkerOf(
  definition: DropDefinition,
  status: EligibilityResult['status'],
): Pick<EligibilityResult, 'checker'> {
  const checker = status === 'pending' || status === 'unknown' ? publishedChecker(definition) : undefined;
  if (checker === undefined) return {};
  const { url, kind, list } = checker.value;
  return { checker: { url, kind, list } };
}

/** Reason for entries of the L2 alias of the wallet. */
function aliasReasons(entries: readonly ListedEntry[]): EligibilityReason[] {
  if (!entries.some(({ row }) => row.isAlias === true)) return [];
  const message = 'The list contains the alias of this contract of L1, which is its address on the L2 of the drop.';
  return [{ code: 'l2_alias', message }];
}

/** Reasons that concern the proofs of the entries; null for an entry without one. */
function proofReasons(proofs: readonly (AllocationProof | null)[]): EligibilityReason[] {
  if (proofs.every((proof) => proof?.root_published ?? true)) return [];
  const message =
    'No published root confirms the proof: this service computed its root, so it shows only that the wallet and the ' +
    'amount are in the stored list, and a distributor may reject it.';
  return [{ code: 'unpublished_root', message }];
}

/** Allocation in the token of the drop; null without one. Entries of other tokens are not summed. */
function allocationOf(all: readonly ListedEntry[], { token, value }: DropDefinition): Allocation | null {
  const entries = all.filter(({ list, row }) => isOfDrop(row.token ?? null, list, token.address?.value ?? null));
  if (entries.length === 0) return null;
  const { amount, breakdown } = sumOf(entries.map(({ row }) => row));
  const decimals = commonOf(entries.map(({ list }) => list.decimals ?? token.decimals?.value ?? null));
  const price = value.priceUsd?.value ?? null;
  return {
    amount,
    decimals,
    symbol: token.symbol?.value ?? null,
    token: token.address?.value ?? null,
    value_usd: decimals === null || price === null ? null : valueUsd(BigInt(amount), decimals, price),
    breakdown: breakdown.map(({ reason, amount: part }) => ({ reason, amount: part })),
    vesting: vestingOf(amount, breakdown),
  };
}

const isOfDrop = (token: string | null, { tokens = [] }: ListEntry, id: string | null): boolean =>
  token === null ||
  ownTokenOf(
    tokens.map((each) => each.token),
    id,
  ) === token;

/** Sums by token, in the order of their entries, where a list states the tokens. */
function tokensOf(entries: readonly ListedEntry[]): { readonly allocations?: TokenAllocation[] } {
  const amounts = new Map<string, bigint>();
  for (const { token = null, amount } of entries.map(({ row }) => row)) {
    if (token !== null) amounts.set(token, (amounts.get(token) ?? 0n) + BigInt(amount));
  }
  if (amounts.size === 0) return {};
  return { allocations: [...amounts].map(([token, amount]) => ({ token, amount: amount.toString() })) };
}

function presentClaim(
  { status, event }: ClaimWindow,
  { claimed, claimedAmount }: CombinedClaim,
  definition: DropDefinition,
  contract: string | null,
): Claim {
  return {
    status: claimed === true ? 'claimed' : status,
    opens_at: event === null ? null : opensAt(event),
    closes_at: event?.endsAt ?? null,
    claimed,
    claimed_amount: claimedAmount?.toString() ?? null,
    contract,
    url: event === null ? null : publishedEventUrl(event, definition),
  };
}

/** Ledger of the distributor of all entries, if it is followed. */
function ledgerOf(
  entries: readonly ListedEntry[],
  { status, event }: ClaimWindow,
  { definition, atMs }: EligibilityFacts,
): Pick<Claim, 'ledger'> {
  // On Solana, a program is the contract of many distributors.
  const distributors = entries.map(({ list: { name = '' } }) => {
    const claim = claimOf(definition, name);
    return claim?.distributor ?? claim?.contract ?? null;
  });
  const ledger = presentLedger(
    entries.map(({ row }) => row),
    distributors,
    { status, endsAt: event?.endsAt ?? null, atMs },
  );
  return ledger === null ? {} : { ledger };
}

/** Contract that all entries are claimed from; without entries, that of the drop. */
function contractsOf(entries: readonly ListedEntry[], definition: DropDefinition): string | null {
  if (entries.length === 0) return definition.claim?.contract ?? null;
  return commonOf(entries.map(({ list }) => contractOf(list, definition)));
}

function contractOf({ name = '' }: ListEntry, definition: DropDefinition): string | null {
  return claimOf(definition, name)?.contract ?? null;
}

function entryOf({ list, row }: ListedEntry, definition: DropDefinition): AllocationEntry {
  return {
    list: list.name ?? null,
    amount: row.amount,
    ...(typeof row.token === 'string' && { token: row.token }),
    breakdown: row.breakdown.map(({ reason, amount }) => ({ reason, amount })),
    proof: row.proof,
    claimed: row.claimState?.isClaimed ?? null,
    claimed_amount: row.claimState?.claimedAmount?.toString() ?? null,
    contract: contractOf(list, definition),
    source: sourceOf(list),
  };
}

/** Wire format of the list that a result comes from. */
export function sourceOf({ kind, name, version, url, sha256, publishedAtMs }: ListEntry): EligibilitySource {
  return {
    kind: kind === 'allocation' ? 'allocation_list' : 'exclusion_list',
    list: name ?? null,
    version,
    url,
    sha256,
    published_at: new Date(publishedAtMs).toISOString(),
  };
}
