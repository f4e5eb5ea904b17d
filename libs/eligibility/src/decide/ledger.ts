import type { Claim, ClaimLedger } from '@droptrack/contracts';
import type { AllocationRow, ClaimState } from './facts';
import { commonOf, sumOf } from './combined';
import { vestingOf } from '../amount/vesting';
import type { VestingSchedule } from '../amount/vesting-schedule';
import { vestedOf } from './vested';

/** Claims of a wallet that the ledger of a distributor has. */
export interface WalletLedger {
  /** Last block of the ledger, and its time in milliseconds since the epoch. */
  readonly block: number;
  readonly blockAtMs: number;
  /** Latest block of the node when the ledger was read last. */
  readonly head: number;
  readonly headAtMs: number;
  /** False for a ledger that is behind: what it does not have may be claimed. */
  readonly isCurrent: boolean;
  /** By which the amounts of the list unlock; null without one, and for one that is not known. */
  readonly vesting: VestingSchedule | null;
  /** In the order of the chain. */
  readonly claims: readonly WalletClaim[];
}

export interface WalletClaim {
  /** Base units that this claim paid. */
  readonly amount: bigint;
  readonly index: bigint | null;
  /** Null while unknown. */
  readonly atMs: number | null;
  /** Hash, 0x and 64 hex digits; null while unknown. */
  readonly transaction: string | null;
}

/** Facts about the claims of a style. */
export interface LedgerStyle {
  /** True where a wallet claims at most once, so that any claim is the whole one. */
  readonly isOnce: boolean;
  /** True where a claim transfers tokens at once, in the amount of the list; false for a stream of them, or tokens under a lock. */
  readonly isTransfer: boolean;
  /** True where the locked part of an allocation is claimed from the same distributor as it unlocks. */
  readonly paysLocked: boolean;
}

/** Ledger of the distributor of an entry, with the last claim of the entry. */
export interface EntryLedger extends Omit<WalletLedger, 'claims'>, Omit<LedgerStyle, 'isOnce'> {
  readonly last: WalletClaim | null;
}

/** An entry of a list, as a distributor knows it. */
interface ClaimedEntry {
  /** Base units. */
  readonly amount: bigint;
  readonly index: bigint | null;
  /** True if the list has no other entry of the wallet. */
  readonly isOnly: boolean;
}

/**
 * State of an entry by the ledger of its distributor. A claim in the ledger is final; that there is none is known only from a
 * current ledger.
 *
 * @returns the state; null if the ledger does not decide.
 */
export function stateByLedger(ledger: WalletLedger, entry: ClaimedEntry, style: LedgerStyle): ClaimState | null {
  const claims = claimsOfEntry(ledger, entry);
  if (claims === null) return null;
  const claimedAmount = claims.reduce((sum, { amount }) => sum + amount, 0n);
  const isWhole = claims.length > 0 && (style.isOnce || (claimedAmount > 0n && claimedAmount >= entry.amount));
  return isWhole || ledger.isCurrent ? { isClaimed: isWhole, claimedAmount } : null;
}

/** The ledger as an entry shows it. */
export function entryLedger(
  ledger: WalletLedger,
  entry: ClaimedEntry,
  { isTransfer, paysLocked }: LedgerStyle,
): EntryLedger {
  const { block, blockAtMs, head, headAtMs, isCurrent, vesting } = ledger;
  return {
    block,
    blockAtMs,
    head,
    headAtMs,
    isCurrent,
    vesting,
    isTransfer,
    paysLocked,
    last: claimsOfEntry(ledger, entry)?.at(-1) ?? null,
  };
}

/** Null if the claims of the wallet could be of another entry. */
function claimsOfEntry({ claims }: WalletLedger, { index, isOnly }: ClaimedEntry): readonly WalletClaim[] | null {
  // A wallet can have further leaves in the tree, or in that of another list, which this list does not contain.
  if (index !== null && claims.every((claim) => claim.index !== null))
    return claims.filter((claim) => claim.index === index);
  return isOnly || claims.length === 0 ? claims : null;
}

/** Claim window of a drop. */
export interface LedgerWindow {
  readonly status: Claim['status'];
  /** Exclusive end, RFC 3339; null for none. */
  readonly endsAt: string | null;
  /** Instant of the check, milliseconds since the epoch. */
  readonly atMs: number;
}

type LedgerRow = Pick<AllocationRow, 'amount' | 'breakdown' | 'claimState' | 'ledger'>;

/**
 * Wire format of the ledger of an allocation; null unless all entries are claimed from one followed distributor.
 *
 * @param distributors - of the entries.
 */
export function presentLedger(
  rows: readonly LedgerRow[],
  distributors: readonly (string | null)[],
  window: LedgerWindow,
): ClaimLedger | null {
  const ledgers = rows.flatMap(({ ledger }) => ledger ?? []);
  const [first] = ledgers;
  if (first === undefined || ledgers.length < rows.length || commonOf(distributors) === null) return null;
  const [last] = ledgers.flatMap((ledger) => ledger.last ?? []).sort((a, b) => (b.atMs ?? 0) - (a.atMs ?? 0));
  const claimedAtMs = last?.atMs ?? null;
  return {
    block: first.block,
    block_at: new Date(first.blockAtMs).toISOString(),
    behind_blocks: first.head - first.block,
    behind_seconds: Math.max(0, Math.round((first.headAtMs - first.blockAtMs) / 1_000)),
    current: first.isCurrent,
    claimed_at: claimedAtMs === null ? null : new Date(claimedAtMs).toISOString(),
    transaction: last?.transaction ?? null,
    ...restOf(rows, first, window),
  };
}

/** Parts of an allocation; nulls while they are unknown. */
type Rest = Pick<ClaimLedger, 'unlocked' | 'locked' | 'next_unlock_at' | 'claimable_now' | 'forfeited'>;
const UNKNOWN: Rest = { unlocked: null, locked: null, next_unlock_at: null, claimable_now: null, forfeited: null };

function restOf(
  rows: readonly LedgerRow[],
  { isCurrent, isTransfer, paysLocked, blockAtMs, vesting: schedule }: EntryLedger,
  { status, endsAt, atMs }: LedgerWindow,
): Rest {
  const states = rows.map(({ claimState }) => claimState);
  const claimed = states.reduce<bigint | null>(
    (sum, state) => (sum === null || state === null || state.claimedAmount === null ? null : sum + state.claimedAmount),
    0n,
  );
  const isDone = states.every((state) => state?.isClaimed === true);
  // A node states that all is claimed, later than the ledger, and not how much.
  if (isCurrent && isTransfer && isDone && claimed === null) return { ...UNKNOWN, claimable_now: '0' };
  if (!isCurrent || claimed === null) return UNKNOWN;
  const vested = schedule === null ? null : vestedOf(rows, schedule, atMs);
  const { amount, breakdown } = sumOf(rows);
  const vesting = vestingOf(amount, breakdown);
  const due = BigInt(vesting?.unlocked ?? amount);
  const left = due > claimed ? due - claimed : 0n;
  // How much of a locked part has been unlocked depends on the time, and so does what a stream pays, which a claim starts. A list that
  // does not state the parts may have a locked one.
  const isByTime = status === 'open' && !isDone && paysLocked && vesting?.locked !== '0';
  const byList = isByTime || !isTransfer ? null : isDone ? 0n : left;
  const claimable = vested === null ? byList : vested.claimable;
  const now = status === 'unknown' || claimable === null ? null : status === 'open' ? claimable : 0n;
  return {
    unlocked: vested?.unlocked.toString() ?? null,
    locked: vested?.locked.toString() ?? null,
    next_unlock_at: typeof vested?.nextAtMs === 'number' ? new Date(vested.nextAtMs).toISOString() : null,
    claimable_now: now?.toString() ?? null,
    // A claim of the last minutes may be in a block after the ledger.
    forfeited: status === 'expired' && endsAt !== null && blockAtMs >= Date.parse(endsAt) ? left.toString() : null,
  };
}
