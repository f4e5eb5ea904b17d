import { type ListEntry, walletFamilies } from '@droptrack/catalogue';
import type { EligibilityReason, EligibilityReasonCode, EligibilityStatus } from '@droptrack/contracts';
import { listGapOf } from '../completeness/list-gap';
import { acceptedFamilies } from '../wallet/families';
import { FAMILY_NAMES } from '../wallet/family-names';
import { answerByMethod, isWithoutWallets } from './by-method';
import type { AllocationRow, EligibilityFacts } from './facts';
import { payoutAt, snapshotAt, stageAt } from './stage';

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

/** Applies the rules in order: wallet family, lists, method and calendar. An exclusion that does not decide is a further reason. */
export function decideVerdict(facts: EligibilityFacts): Verdict {
  const decided = byFamily(facts) ?? byList(facts) ?? byCalendar(facts);
  const isExcluded = facts.exclusions.some(({ isListed }) => isListed);
  if (!isExcluded || decided.status === 'eligible' || decided.reason.code === 'excluded_sybil') return decided;
  return { ...decided, others: [{ code: 'excluded_sybil', message: EXCLUDED }] };
}

function byFamily({ wallet, definition, status, atMs }: EligibilityFacts): Verdict | null {
  const families = walletFamilies(definition);
  if (acceptedFamilies(wallet, families).length > 0) return null;
  if (families.length === 0) {
    const answer = answerByMethod(definition, stageAt(definition, status, atMs));
    if (answer !== null) return verdict(answer.status, answer.code, answer.message);
    const message = `This service cannot check the type of wallet that ${definition.name} accepts.`;
    return verdict('unknown', 'source_unavailable', message);
  }
  if (isWithoutWallets(definition)) return null;
  const accepted = families.map((family) => FAMILY_NAMES[family]).join(' and ');
  const message = `${definition.name} accepts only ${accepted} wallets.`;
  return verdict('ineligible', 'wrong_address_family', message);
}

/** True for a wallet of which the drop accepts several families. */
export const isAmbiguous = ({ wallet, definition }: Pick<EligibilityFacts, 'wallet' | 'definition'>): boolean =>
  acceptedFamilies(wallet, walletFamilies(definition)).length > 1;

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
  // Of several possible families, only one is the wallet's, and its list may be another.
  if (isAmbiguous({ wallet, definition })) return verdict('unknown', 'wallet_not_verifiable', AMBIGUOUS);
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

const AMBIGUOUS =
  'The lists contain no allocation of the address, but it has the form of several types of wallets that the drop accepts, ' +
  'and it cannot be verified which of them it is.';

const NOT_VERIFIABLE =
  'The address is not in the published allocation list, and it cannot be verified: it has no checksum and no key pair. It ' +
  'is mistyped, or belongs to a program, such as the vault of a multisig.';

/** A key has another address on each chain, and a list contains one of them. */
const NOT_IN_LIST_OF_COSMOS =
  'The wallet is not in the published allocation list. If the list is of another Cosmos chain, check the address with the ' +
  'prefix of that chain.';

/**
 * An announced snapshot or claim is awaited. Then the method of the distribution answers, if it does; otherwise a drop that has
 * paid out is past, whatever is known of its snapshot.
 */
function byCalendar({ definition, status, atMs }: EligibilityFacts): Verdict {
  const snapshot = snapshotAt(definition, atMs);
  if (snapshot === 'ahead') {
    return verdict('pending', 'snapshot_pending', 'The snapshot has not been taken yet.');
  }
  const answer = answerByMethod(definition, stageAt(definition, status, atMs));
  if (answer !== null) return verdict(answer.status, answer.code, answer.message);
  const payout = payoutAt(definition, status, atMs);
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

function verdict(
  status: EligibilityStatus,
  code: EligibilityReasonCode,
  message: string,
  list: ListEntry | null = null,
): Verdict {
  return { status, reason: { code, message }, others: [], list, entries: [] };
}
