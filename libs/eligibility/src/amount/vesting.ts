import type { AllocationPart, AllocationVesting } from '@droptrack/contracts';

/** Words of a name in lower case: `amount_locked`, `lockedAmount` and `Amount locked` have the word `locked`. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

/** True for the name of a locked part, such as `amount_locked` or `total_locked_staker`; false for `amount_unlocked`. */
export const isLockedName = (name: string): boolean => wordsOf(name).includes('locked');

/** True for the name of an unlocked part. */
export const isUnlockedName = (name: string): boolean => wordsOf(name).includes('unlocked');

/** Locked part of an allocation in base units, by the names of its parts; 0 without such a part. */
export function lockedPart(breakdown: readonly { readonly reason: string; readonly amount: bigint }[]): bigint {
  return breakdown.reduce((sum, { reason, amount }) => (isLockedName(reason) ? sum + amount : sum), 0n);
}

/**
 * Vesting of an allocation by the names of its parts; null if none of them is named as locked or unlocked.
 *
 * @param amount - whole amount in base units.
 */
export function vestingOf(amount: string, breakdown: readonly AllocationPart[]): AllocationVesting | null {
  if (!breakdown.some(({ reason }) => isLockedName(reason) || isUnlockedName(reason))) return null;
  const locked = lockedPart(breakdown.map((part) => ({ reason: part.reason, amount: BigInt(part.amount) })));
  return { unlocked: (BigInt(amount) - locked).toString(), locked: locked.toString() };
}
