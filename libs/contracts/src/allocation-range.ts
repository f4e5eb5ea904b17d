import type { AllocationPart, AllocationProof, EligibilitySource, WalletType } from './eligibility';

/** Number of characters of a prefix: hex digits after `0x`, or base58 characters of a Solana address. */
export const RANGE_PREFIX_LENGTHS = { evm: { min: 3, max: 5 }, solana: { min: 2, max: 3 } } as const;

/** Minimum number of rows in a response, so that a sparse prefix does not identify its wallet. */
export const RANGE_ROWS_MIN = 16;

/** Row of a bucket. */
export interface AllocationRangeRow {
  /** Wallet address in normalized form. @maxLength 128 */
  wallet: string;
  /** Amount in base units, as an exact decimal string. @pattern ^[0-9]+$ */
  amount: string;
  /** Claim index. Null for lists without one. @pattern ^[0-9]+$ */
  index: string | null;
  /** Parts of the amount. Empty if the list publishes no breakdown. */
  breakdown: AllocationPart[];
  /** Merkle proof of the row. Only with `proofs=true`; null if the list has no tree. */
  proof?: AllocationProof | null;
}

/** Response of GET /v1/drops/{id}/allocations/range/{prefix}. */
export interface AllocationRange {
  /** Slug of the drop. @maxLength 64 */
  drop: string;
  /** Name of the list. Null for the unnamed list. */
  list: string | null;
  /** Type of the wallets in the bucket, by the prefix. */
  wallet_type: WalletType;
  /** Prefix of the bucket, in lower case for hex digits. */
  prefix: string;
  /** Number of rows whose wallets begin with the prefix; the others fill the bucket up. @asType integer @minimum 0 */
  matching: number;
  /** Rows of the bucket, sorted by wallet: all that begin with the prefix, and neighbours if they are fewer than 16. */
  data: AllocationRangeRow[];
  /** List of the rows. */
  source: EligibilitySource;
}
