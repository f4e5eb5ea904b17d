import { nextUnlockAt, unlockedAt, vestingSeconds, type VestingSchedule } from '../amount/vesting-schedule';
import type { AllocationRow } from './facts';

/** State of entries under the schedule of their distributor. Amounts in base units. */
export interface Vested {
  readonly unlocked: bigint;
  readonly locked: bigint;
  /** Milliseconds since the epoch; null once all is unlocked, and for a vesting that the claim begins. */
  readonly nextAtMs: number | null;
  /** Amount that claims would give now; null for a claimed stream, whose withdrawals are not followed. */
  readonly claimable: bigint | null;
}

type VestedRow = Pick<AllocationRow, 'amount' | 'claimState' | 'ledger'>;

/**
 * State of entries under a schedule.
 *
 * @param atMs - milliseconds since the epoch.
 * @returns null while it is unknown: the claim, its time where it begins the vesting, or a stream that may have been cancelled.
 */
export function vestedOf(rows: readonly VestedRow[], schedule: VestingSchedule, atMs: number): Vested | null {
  const each = rows.map((row) => vestedRow(row, schedule, Math.floor(atMs / 1_000)));
  const known = each.filter((vested) => vested !== null);
  if (known.length < each.length) return null;
  const instants = known.flatMap(({ nextAtMs }) => nextAtMs ?? []);
  return {
    unlocked: known.reduce((sum, { unlocked }) => sum + unlocked, 0n),
    locked: known.reduce((sum, { locked }) => sum + locked, 0n),
    nextAtMs: instants.length === 0 ? null : Math.min(...instants),
    claimable: known.reduce<bigint | null>(
      (sum, { claimable }) => (sum === null || claimable === null ? null : sum + claimable),
      0n,
    ),
  };
}

/** @param at - seconds since the epoch. */
function vestedRow({ amount: text, claimState, ledger }: VestedRow, schedule: VestingSchedule, at: number) {
  if (claimState === null) return null;
  const amount = BigInt(text);
  if (!claimState.isClaimed) {
    // A claim now would begin the vesting now.
    const unlocked = unlockedAt(schedule, amount, schedule.startsAt ?? at, at);
    const next = schedule.startsAt === null ? null : nextUnlockAt(schedule, schedule.startsAt, at);
    return { unlocked, locked: amount - unlocked, nextAtMs: next === null ? null : next * 1_000, claimable: unlocked };
  }
  const { claimedAmount } = claimState;
  const paid = (whole: bigint) => ({ unlocked: whole, locked: 0n, nextAtMs: null, claimable: 0n });
  if (schedule.isCancelable === null) return claimedAmount === null ? null : paid(claimedAmount);
  const claimedAtMs = ledger?.last?.atMs ?? null;
  if (claimedAtMs === null) return null;
  const claimedAt = Math.floor(claimedAtMs / 1_000);
  const startsAt = schedule.startsAt ?? claimedAt;
  // After the end of the vesting, a claim pays the whole amount at once.
  if (claimedAt >= startsAt + vestingSeconds(schedule)) return paid(amount);
  if (schedule.isCancelable) return null;
  const unlocked = unlockedAt(schedule, amount, startsAt, at);
  const next = nextUnlockAt(schedule, startsAt, at);
  return { unlocked, locked: amount - unlocked, nextAtMs: next === null ? null : next * 1_000, claimable: null };
}
