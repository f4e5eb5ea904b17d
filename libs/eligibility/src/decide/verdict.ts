import {
  certainEventsBegun,
  type DropDefinition,
  type ListEntry,
  walletFamilies,
  windowStateAt,
} from '@droptrack/catalogue';
import type { DropStatus, EligibilityReason, EligibilityReasonCode, EligibilityStatus } from '@droptrack/contracts';
import { listGapOf } from '../completeness/list-gap';
import { FAMILY_NAMES } from '../wallet/family-names';
import { type ClaimWindow, claimWindowAt } from '@droptrack/catalogue';
import type { AllocationRow, EligibilityFacts } from './facts';

/** Decision with its reason. */
interface Verdict {
  readonly status: EligibilityStatus;
  readonly reason: EligibilityReason;
  /** Further lists that contain the wallet without deciding. */
  readonly others: readonly EligibilityReason[];
  /** List that determined the decision; null without one. */
  readonly list: ListEntry | null;
  /** Entries of the wallet in all lists, in their order; empty unless eligible. */
  readonly entries: readonly ListedEntry[];
}

/** Entry of a wallet with its list. */
export interface ListedEntry {
  readonly list: ListEntry;
  readonly row: AllocationRow;
}

/** Applies the rules in order: wallet family, lists, calendar. An exclusion that does not decide is a further reason. */
export function decideVerdict(facts: EligibilityFacts): Verdict {
  const decided = byFamily(facts) ?? byList(facts) ?? byCalendar(facts);
  const isExcluded = facts.exclusions.some(({ isListed }) => isListed);
  if (!isExcluded || decided.status === 'eligible' || decided.reason.code === 'excluded_sybil') return decided;
  return { ...decided, others: [{ code: 'excluded_sybil', message: EXCLUDED }] };
}

function byFamily({ wallet, definition }: EligibilityFacts): Verdict | null {
  const families = walletFamilies(definition);
  if (families.includes(wallet.type)) return null;
  if (families.length === 0) {
    const message = `This service cannot check the type of wallet that ${definition.name} accepts.`;
    return verdict('unknown', 'source_unavailable', message);
  }
  const accepted = families.map((family) => FAMILY_NAMES[family]).join(' and ');
  const message = `${definition.name} accepts only ${accepted} wallets.`;
  return verdict('ineligible', 'wrong_address_family', message);
}

/** Searched lists: the entries of a wallet in the allocation lists, and its presence in the exclusion lists. */
interface SearchedLists {
  readonly allocations: readonly { readonly entries: readonly unknown[] }[];
  readonly exclusions: readonly { readonly isListed: boolean }[];
}

/**
 * True for a wallet that is in no list of a drop with an allocation list. It is not eligible, unless it cannot be verified:
 * see `EligibilityFacts.isOnCurve`, which matters only then.
 */
export const isInNoList = ({ allocations, exclusions }: SearchedLists): boolean =>
  allocations.length > 0 &&
  allocations.every(({ entries }) => entries.length === 0) &&
  exclusions.every(({ isListed }) => !isListed);

/**
 * An amount makes a wallet eligible. Only lists that are all of the drop's make it ineligible: a missing one may contain it,
 * also with an amount after a 0, and also if it is excluded. A wallet that is absent from the exclusion lists is not decided
 * by them.
 */
function byList({ wallet, allocations, exclusions, definition, isOnCurve = true }: EligibilityFacts): Verdict | null {
  const entries = allocations.flatMap(({ list, entries: rows }) => rows.map((row) => ({ list, row })));
  const [first] = entries;
  if (first !== undefined && entries.some(({ row }) => BigInt(row.amount) > 0n)) {
    const message = 'The wallet is in the published allocation list.';
    return { ...verdict('eligible', 'in_allocation_list', message, first.list), entries };
  }
  const [allocation] = allocations;
  if (allocation === undefined) return null;
  const excluding = exclusions.find(({ isListed }) => isListed);
  const gap = listGapOf(
    allocations.map(({ list }) => list),
    definition,
  );
  if (gap !== null) return verdict('unknown', 'lists_incomplete', `${INCOMPLETE} ${gap.message}`);
  if (first !== undefined) return verdict('ineligible', 'zero_allocation', ZERO, first.list);
  if (excluding !== undefined) return verdict('ineligible', 'excluded_sybil', EXCLUDED, excluding.list);
  // Solana addresses have no checksum, and half of all mistyped ones are off the curve: this must not be a definite no.
  if (!isOnCurve) return verdict('unknown', 'wallet_not_verifiable', NOT_VERIFIABLE);
  return verdict(
    'ineligible',
    'not_in_allocation_list',
    wallet.type === 'cosmos' ? NOT_IN_LIST_OF_COSMOS : 'The wallet is not in the published allocation list.',
    allocation.list,
  );
}

const EXCLUDED = 'The wallet is in the published exclusion list.';
const ZERO = 'The wallet is in the published allocation list with an amount of 0.';
const INCOMPLETE = 'The lists that are loaded here contain no allocation of the wallet, but they are not complete.';

const NOT_VERIFIABLE =
  'The address is not in the published allocation list, and it cannot be verified: it has no checksum and no key pair. It ' +
  'is mistyped, or belongs to a program, such as the vault of a multisig.';

/** A key has another address on each chain, and a list contains one of them. */
const NOT_IN_LIST_OF_COSMOS =
  'The wallet is not in the published allocation list. If the list is of another Cosmos chain, check the address with the ' +
  'prefix of that chain.';

/** An announced snapshot or claim is awaited; otherwise a drop that has paid out is past, whatever is known of its snapshot. */
function byCalendar({ definition, status, atMs }: EligibilityFacts): Verdict {
  const snapshot = snapshotAt(definition, atMs);
  if (snapshot === 'ahead') {
    return verdict('pending', 'snapshot_pending', 'The snapshot has not been taken yet.');
  }
  const window = claimWindowAt(definition, atMs);
  const payout = payoutOf(window, status, atMs);
  if (payout !== null)
    return verdict('unknown', 'list_not_loaded', `${payout}; the allocation list is not loaded here.`);
  if (snapshot === 'unknown') {
    return verdict(
      'pending',
      'snapshot_pending',
      'The snapshot date is unknown, and no allocation list has been published yet.',
    );
  }
  return verdict(
    'pending',
    'list_not_published',
    'The snapshot has been taken, but no allocation list has been published yet.',
  );
}

/** State of a payout that has begun, so that the allocations are decided; null before it. */
function payoutOf({ status: claim, event }: ClaimWindow, status: DropStatus, atMs: number): string | null {
  if (claim === 'not_open') return null;
  if (claim === 'expired') return 'The drop has ended';
  if (claim === 'open') return 'Claims are open';
  const isStale = event?.status === 'confirmed' && windowStateAt(event, atMs) === 'unknown';
  if (isStale) return `Claims opened over a year ago, and no end of them is known`;
  return status === 'tge' ? 'The token has launched' : null;
}

/** State of the snapshot: by the declared date, otherwise by the calendar. */
function snapshotAt({ snapshot, events }: DropDefinition, atMs: number): 'ahead' | 'passed' | 'unknown' {
  if (snapshot.date !== null) return Date.parse(snapshot.date.value) <= atMs ? 'passed' : 'ahead';
  const snapshots = events.filter(({ type }) => type === 'snapshot');
  if (certainEventsBegun(snapshots, atMs).length > 0) return 'passed';
  const isAhead = snapshots.some(({ status, startsAt }) => status !== 'cancelled' && Date.parse(startsAt) > atMs);
  return isAhead ? 'ahead' : 'unknown';
}

function verdict(
  status: EligibilityStatus,
  code: EligibilityReasonCode,
  message: string,
  list: ListEntry | null = null,
): Verdict {
  return { status, reason: { code, message }, others: [], list, entries: [] };
}
