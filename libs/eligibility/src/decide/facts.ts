import type { DropDefinition, ListEntry } from '@droptrack/catalogue';
import type { AllocationPart, AllocationProof, DropStatus } from '@droptrack/contracts';
import type { Wallet } from '../wallet/parse-wallet';

/** Row of a wallet in an allocation list. */
export interface AllocationRow {
  /** Base units, an exact decimal string. */
  readonly amount: string;
  /** Parts of the amount; empty for a list without parts. */
  readonly breakdown: readonly AllocationPart[];
  /** Merkle proof of the row; null for a list without a tree. */
  readonly proof: AllocationProof | null;
}

/** Claim state of a wallet on chain. */
export interface ClaimState {
  /** True after a claim of the whole allocation. */
  readonly isClaimed: boolean;
  /** Claimed amount in base units; null for a contract that returns only a boolean. */
  readonly claimedAmount: bigint | null;
}

/** Facts that determine the response of a check. */
export interface EligibilityFacts {
  readonly wallet: Wallet;
  /** Instant of the check, milliseconds since the epoch. */
  readonly atMs: number;
  /** Published status, as of the instant up to which the response is complete. */
  readonly status: DropStatus;
  readonly definition: DropDefinition;
  /** Active allocation list with the row of the wallet; null without a list. */
  readonly allocation: { readonly list: ListEntry; readonly row: AllocationRow | null } | null;
  /** Active exclusion list; null without one. */
  readonly exclusion: { readonly list: ListEntry; readonly isListed: boolean } | null;
  /** Claim state on chain; null if it was not queried or the query failed. */
  readonly claimState: ClaimState | null;
}
