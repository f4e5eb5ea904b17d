/** All statuses of a claim. */
export const CLAIM_STATUSES = ['not_open', 'open', 'claimed', 'expired', 'unknown'] as const;
/** Status of a claim. */
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** State and location of the claim. */
export interface Claim {
  /**
   * Status of the claim window, or `claimed` if the wallet has claimed. `unknown` without a window, and for a window that
   * opened over a year ago and has no known end.
   */
  status: ClaimStatus;
  /** Start of the claim window. Null while unknown. @format date-time */
  opens_at: string | null;
  /** End of the claim window, exclusive. Null while no end is known. @format date-time */
  closes_at: string | null;
  /** True once the whole allocation is claimed. With `ledger.current`, as of the block of the ledger; otherwise as of the latest block of a node. Null if neither is known. */
  claimed: boolean | null;
  /** Amount claimed so far, in base units. Null while unknown, and for contracts that report only yes or no. @pattern ^[0-9]+$ */
  claimed_amount: string | null;
  /** CAIP-10 id of the distributor contract. Null if the drop declares none. */
  contract: string | null;
  /** URL of the claim page. @format uri */
  url: string | null;
  /** Claims of the wallet by the ledger of the distributor. Absent unless all entries are claimed from one distributor that is followed. */
  ledger?: ClaimLedger;
}

/**
 * State of a claim by the ledger of its distributor: the claims that the events of the contract state, up to `block`. It is about
 * 64 blocks behind the chain, so that no reorganisation changes it. On Solana, claims are read from the accounts of the program at
 * a finalized slot.
 */
export interface ClaimLedger {
  /** Last block of the ledger; on Solana the slot. @asType integer @minimum 0 */
  block: number;
  /** Time of that block. @format date-time */
  block_at: string;
  /** Blocks of the chain after it, when the ledger was read last. @asType integer @minimum 0 */
  behind_blocks: number;
  /** Seconds between it and the latest block then. @asType integer @minimum 0 */
  behind_seconds: number;
  /** False for a ledger that is further behind or is not read: what it does not have may be claimed, and `claimed` is then read from a node or null. */
  current: boolean;
  /**
   * Time of the wallet's last claim; on Solana that of the reading that found it, at most 15 minutes later. Null without one, and
   * on Solana for one that is older than the readings. @format date-time
   */
  claimed_at: string | null;
  /** Hash of the transaction of the last claim. Null without one, and on Solana. @pattern ^0x[0-9a-f]{64}$ */
  transaction: string | null;
  /** Part that is unlocked now by the schedule of the distributor, in base units, also if it was claimed. Null without a known schedule, and while unknown. @pattern ^[0-9]+$ */
  unlocked: string | null;
  /** Part that unlocks later, in base units. Null as `unlocked`. @pattern ^[0-9]+$ */
  locked: string | null;
  /** Time at which more unlocks, in a linear vesting the next second or step. Null once all is unlocked, where only a claim starts the vesting, and as `unlocked`. @format date-time */
  next_unlock_at: string | null;
  /**
   * Unlocked part that the wallet can claim now, in base units: the rest, not the total. 0 outside the claim window. For a distributor that
   * starts a stream, what the wallet could withdraw from it after a claim now. Null while unknown, once a stream was started, as
   * withdrawals from streams are not followed, and on Solana unless the list states that no part is locked. @pattern ^[0-9]+$
   */
  claimable_now: string | null;
  /** Unlocked part that was not claimed by the end of the claim window, in base units. Null before it, and while unknown. @pattern ^[0-9]+$ */
  forfeited: string | null;
}
