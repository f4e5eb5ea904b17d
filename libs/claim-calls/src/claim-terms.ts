import type { AllocationProof } from '@droptrack/contracts';
import type { DistributorStyle } from '@droptrack/distributors';

/** Distributor of a list, as the catalogue names it. */
export interface ClaimContract {
  /** EIP-155. */
  readonly chainId: number;
  /** Lower case, as every address here. */
  readonly address: string;
  readonly style: DistributorStyle;
  /** Token of the drop. */
  readonly token: string;
  /** Code by {@link codeHashOf}; null if the catalogue states none. */
  readonly codeHash: string | null;
  /** Claim window of the calendar, for a contract that states none; milliseconds since the epoch, null for an open end. */
  readonly window: { readonly opensAtMs: number | null; readonly closesAtMs: number | null };
}

/** Claim of one entry of a list. */
export interface ClaimTerms {
  readonly contract: ClaimContract;
  readonly wallet: string;
  /** Null for the wallet. */
  readonly to: string | null;
  readonly delegate: string | null;
  readonly acceptForgone: boolean;
  /** Total of the entry in base units, above 0. */
  readonly amount: bigint;
  readonly index: bigint | null;
  /** Null for a list without a tree. */
  readonly proof: AllocationProof | null;
}
