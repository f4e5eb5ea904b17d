const LOCKED = /(?:^|_)locked(?:_|$)/;

/**
 * Locked part of an allocation in base units, by the names of its parts in Solana distributors: `amount_locked`,
 * `total_locked_staker`, but not `amount_unlocked`. 0 without such a part.
 */
export function lockedPart(breakdown: readonly { readonly reason: string; readonly amount: bigint }[]): bigint {
  return breakdown.reduce((sum, { reason, amount }) => (LOCKED.test(reason) ? sum + amount : sum), 0n);
}
