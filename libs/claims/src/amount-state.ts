import type { ClaimState } from '@droptrack/eligibility';

/**
 * State of a claimed amount. Some distributors accumulate several rounds, so an amount above the allocation is complete.
 *
 * @param allocation - base units.
 */
export const amountState = (claimedAmount: bigint, allocation: bigint): ClaimState => ({
  isClaimed: claimedAmount > 0n && claimedAmount >= allocation,
  claimedAmount,
});
