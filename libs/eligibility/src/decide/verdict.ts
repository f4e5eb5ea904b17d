import { certainEventsBegun, type DropDefinition, type ListEntry, walletFamilies } from '@droptrack/catalogue';
import type { EligibilityReason, EligibilityReasonCode, EligibilityStatus } from '@droptrack/contracts';
import { FAMILY_NAMES } from '../wallet/family-names';
import type { AllocationRow, EligibilityFacts } from './facts';

/** Decision with its reason. */
export interface Verdict {
  readonly status: EligibilityStatus;
  readonly reason: EligibilityReason;
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

/** Applies the rules in order: wallet family, lists, calendar. */
export function decideVerdict(facts: EligibilityFacts): Verdict {
  return byFamily(facts) ?? byList(facts) ?? byCalendar(facts);
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

/** A wallet that is absent from the exclusion lists is not decided by them. */
function byList({ wallet, allocations, exclusions, isOnCurve = true }: EligibilityFacts): Verdict | null {
  const entries = allocations.flatMap(({ list, entries: rows }) => rows.map((row) => ({ list, row })));
  const [first] = entries;
  if (first !== undefined) {
    const message = 'The wallet is in the published allocation list.';
    return { ...verdict('eligible', 'in_allocation_list', message, first.list), entries };
  }
  const excluding = exclusions.find(({ isListed }) => isListed);
  if (excluding !== undefined) {
    const message = 'The wallet is in the published exclusion list.';
    return verdict('ineligible', 'excluded_sybil', message, excluding.list);
  }
  const [allocation] = allocations;
  if (allocation === undefined) return null;
  // Solana addresses have no checksum, and half of all mistyped ones are off the curve: this must not be a definite no.
  if (!isOnCurve) return verdict('unknown', 'wallet_not_verifiable', NOT_VERIFIABLE);
  return verdict(
    'ineligible',
    'not_in_allocation_list',
    wallet.type === 'cosmos' ? NOT_IN_LIST_OF_COSMOS : 'The wallet is not in the published allocation list.',
    allocation.list,
  );
}

const NOT_VERIFIABLE =
  'The address is not in the published allocation list, and it cannot be verified: it has no checksum and no key pair. It ' +
  'is mistyped, or belongs to a program, such as the vault of a multisig.';

/** A key has another address on each chain, and a list contains one of them. */
const NOT_IN_LIST_OF_COSMOS =
  'The wallet is not in the published allocation list. If the list is of another Cosmos chain, check the address with the ' +
  'prefix of that chain.';

function byCalendar({ definition, status, atMs }: EligibilityFacts): Verdict {
  const snapshot = snapshotAt(definition, atMs);
  if (snapshot === 'unknown') {
    return verdict(
      'pending',
      'snapshot_pending',
      'The snapshot date is unknown, and no allocation list has been published yet.',
    );
  }
  if (snapshot === 'ahead') {
    return verdict('pending', 'snapshot_pending', 'The snapshot has not been taken yet.');
  }
  if (status !== 'tge') {
    return verdict(
      'pending',
      'list_not_published',
      'The snapshot has been taken, but no allocation list has been published yet.',
    );
  }
  return verdict('unknown', 'source_unavailable', 'The token has launched, but no allocation list is available.');
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
  return { status, reason: { code, message }, list, entries: [] };
}
