import type { DropDefinition, ListEntry } from '@droptrack/catalogue';
import type { AllocationPart, AllocationProof, DropStatus } from '@droptrack/contracts';
import type { Wallet } from '../wallet/parse-wallet';

/** A wallet's row in an allocation list. */
export interface AllocationRow {
  /** Base units, an exact decimal string. */
  readonly amount: string;
  /** Empty where the list gives one sum only. */
  readonly breakdown: readonly AllocationPart[];
  /** That it is in the list's tree; null where the list has none. */
  readonly proof: AllocationProof | null;
}

/** State of a wallet's claim, as the drop's contract reports it. */
export interface ClaimState {
  /** True once the whole allocation is claimed. */
  readonly isClaimed: boolean;
  /** Base units claimed so far; null where the contract reports only yes or no. */
  readonly claimedAmount: bigint | null;
}

/** Everything that an answer depends on. */
export interface EligibilityFacts {
  readonly wallet: Wallet;
  /** The instant of the check, milliseconds since the epoch. */
  readonly atMs: number;
  /** As it is shown: of the instant up to which the answer is complete. */
  readonly status: DropStatus;
  readonly definition: DropDefinition;
  /** The allocation list in force, and the wallet's row in it; null without a list. */
  readonly allocation: { readonly list: ListEntry; readonly row: AllocationRow | null } | null;
  /** The exclusion list in force; null without one. */
  readonly exclusion: { readonly list: ListEntry; readonly isListed: boolean } | null;
  /** Null where the chain was not asked or did not answer. */
  readonly claimState: ClaimState | null;
}
