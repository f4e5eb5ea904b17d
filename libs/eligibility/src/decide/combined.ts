import type { AllocationPart } from '@droptrack/contracts';
import type { AllocationRow, ClaimState } from './facts';

/** Amount and parts of one or several entries. */
export type Amounts = Pick<AllocationRow, 'amount' | 'breakdown'>;

/** Claim state of one or several entries; null for what is unknown. */
export interface CombinedClaim {
  readonly claimed: boolean | null;
  readonly claimedAmount: bigint | null;
}

/**
 * Sum of entries. Parts with the same reason are summed; without parts of every entry there are none, since they would not
 * add up to the amount.
 */
export function sumOf(rows: readonly Amounts[]): Amounts {
  const [only] = rows;
  if (rows.length === 1 && only !== undefined) return only;
  const total = rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const hasParts = rows.every(({ breakdown }) => breakdown.length > 0);
  return { amount: total.toString(), breakdown: hasParts ? summedParts(rows.flatMap((row) => row.breakdown)) : [] };
}

function summedParts(parts: readonly AllocationPart[]): AllocationPart[] {
  const amounts = new Map<string, bigint>();
  for (const { reason, amount } of parts) amounts.set(reason, (amounts.get(reason) ?? 0n) + BigInt(amount));
  return [...amounts].map(([reason, amount]) => ({ reason, amount: amount.toString() }));
}

/**
 * Claim state of an allocation: claimed if all entries are, not claimed if one is known not to be. The claimed amount is
 * known only if that of every entry is.
 */
export function combinedClaim(states: readonly (ClaimState | null)[]): CombinedClaim {
  const isAnyOpen = states.some((state) => state?.isClaimed === false);
  const isAllClaimed = states.length > 0 && states.every((state) => state?.isClaimed === true);
  return { claimed: isAnyOpen ? false : isAllClaimed ? true : null, claimedAmount: summedClaims(states) };
}

function summedClaims(states: readonly (ClaimState | null)[]): bigint | null {
  let sum: bigint | null = null;
  for (const state of states) {
    const amount = state?.claimedAmount ?? null;
    if (amount === null) return null;
    sum = (sum ?? 0n) + amount;
  }
  return sum;
}

/** Value that all items have in common; null if they differ, or without items. */
export function commonOf<T>(items: readonly (T | null)[]): T | null {
  const [first = null] = items;
  return items.every((item) => item === first) ? first : null;
}
