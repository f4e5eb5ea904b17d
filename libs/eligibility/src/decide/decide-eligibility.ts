import { type DropDefinition, type ListEntry } from '@droptrack/catalogue';
import type { Allocation, Claim, EligibilityReason, EligibilityResult, EligibilitySource } from '@droptrack/contracts';
import { valueUsd } from '../amount/value-usd';
import { type ClaimWindow, claimWindowAt, opensAt } from './claim-window';
import { claimReasons } from './claim-reasons';
import type { AllocationRow, ClaimState, EligibilityFacts } from './facts';
import { decideVerdict } from './verdict';

/**
 * Decides the eligibility of a wallet for a drop.
 *
 * Pure: the same facts result in the same response, with its members in the order of the contract. A row in the active list
 * makes a wallet eligible regardless of its amount, also for an amount of 0.
 */
export function decideEligibility(facts: EligibilityFacts): Omit<EligibilityResult, 'as_of'> {
  const { wallet, definition, atMs, claimState } = facts;
  const { status, reason, list, row } = decideVerdict(facts);
  const window = claimWindowAt(definition, atMs);
  const reasons: EligibilityReason[] = [reason, ...claimReasons(window, claimState?.isClaimed ?? null)];
  return {
    drop: definition.id,
    wallet: wallet.address,
    wallet_type: wallet.type,
    status,
    eligible: status === 'eligible' ? true : status === 'ineligible' ? false : null,
    allocation: row === null || list === null ? null : allocationOf(row, list, definition),
    claim: claimOf(window, claimState, definition),
    proof: row?.proof ?? null,
    entries: [],
    reasons,
    snapshot: {
      block: definition.snapshot.block?.value ?? null,
      date: definition.snapshot.date?.value ?? null,
    },
    source: list === null ? null : sourceOf(list),
    checked_at: new Date(atMs).toISOString(),
  };
}

function allocationOf(row: AllocationRow, list: ListEntry, { token, value }: DropDefinition): Allocation {
  const decimals = list.decimals ?? token.decimals?.value ?? null;
  const price = value.priceUsd?.value ?? null;
  return {
    amount: row.amount,
    decimals,
    symbol: token.symbol?.value ?? null,
    token: token.address?.value ?? null,
    value_usd: decimals === null || price === null ? null : valueUsd(BigInt(row.amount), decimals, price),
    breakdown: row.breakdown.map(({ reason, amount }) => ({ reason, amount })),
  };
}

function claimOf({ status, event }: ClaimWindow, state: ClaimState | null, { claim }: DropDefinition): Claim {
  const claimed = state?.isClaimed ?? null;
  return {
    status: claimed === true ? 'claimed' : status,
    opens_at: event === null ? null : opensAt(event),
    closes_at: event?.endsAt ?? null,
    claimed,
    claimed_amount: state?.claimedAmount?.toString() ?? null,
    contract: claim?.contract ?? null,
    url: event?.url ?? null,
  };
}

function sourceOf({ kind, version, url, sha256, publishedAtMs }: ListEntry): EligibilitySource {
  return {
    kind: kind === 'allocation' ? 'allocation_list' : 'exclusion_list',
    version,
    url,
    sha256,
    published_at: new Date(publishedAtMs).toISOString(),
  };
}
