import type { DropDefinition, ListEntry } from '@droptrack/catalogue';
import type { AllocationPart, AllocationProof, DropStatus } from '@droptrack/contracts';
import type { Wallet } from '../wallet/parse-wallet';
import type { EntryLedger } from './ledger';

/** Entry of a wallet in an allocation list. */
export interface AllocationRow {
  /** Base units, an exact decimal string. */
  readonly amount: string;
  /** Address of the token of the amount; null or absent in a list of the token of the drop. */
  readonly token?: string | null;
  /** True if the list contains the L2 alias of the wallet. */
  readonly isAlias?: boolean;
  /** Parts of the amount; empty for a list without parts. */
  readonly breakdown: readonly AllocationPart[];
  /** Merkle proof of the row; null for a list without a tree. */
  readonly proof: AllocationProof | null;
  /** Claim state on chain; null if it was not queried or the query failed. */
  readonly claimState: ClaimState | null;
  /** Ledger of its distributor; null or absent for one that is not followed. */
  readonly ledger?: EntryLedger | null;
}

/** Claim state of an entry on chain. */
export interface ClaimState {
  /** True after a claim of the whole amount. */
  readonly isClaimed: boolean;
  /** Claimed amount in base units; null for a contract that returns only a boolean. */
  readonly claimedAmount: bigint | null;
}

/** Facts that determine the response of a check. */
export interface EligibilityFacts {
  readonly wallet: Wallet;
  /** False for a Solana address that is no point of ed25519, so that no key pair has it. True when not given. */
  readonly isOnCurve?: boolean;
  /** Instant of the check, milliseconds since the epoch. */
  readonly atMs: number;
  /** Published status, as of the instant up to which the response is complete. */
  readonly status: DropStatus;
  readonly definition: DropDefinition;
  /** Active allocation lists, each with the entries of the wallet: none if the wallet is not in the list. */
  readonly allocations: readonly { readonly list: ListEntry; readonly entries: readonly AllocationRow[] }[];
  /** Active exclusion lists. */
  readonly exclusions: readonly { readonly list: ListEntry; readonly isListed: boolean }[];
}
