const LOCKED = /(?:^|_)locked(?:_|$)/;

/**
 * How much of an allocation is still locked by the names of its parts, as Solana distributors use them:
 * `amount_locked`, `total_locked_staker`, but not `amount_unlocked`. Base units; 0 where no part says so.
 */
export function lockedPart(breakdown: readonly { readonly reason: string; readonly amount: bigint }[]): bigint {
  return breakdown.reduce((sum, { reason, amount }) => (LOCKED.test(reason) ? sum + amount : sum), 0n);
}
