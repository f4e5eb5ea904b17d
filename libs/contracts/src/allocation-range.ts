import type { AllocationPart, AllocationProof, EligibilitySource } from './eligibility';
import type { WalletType } from './wallet';
import type { ListGap } from './list-gap';

/** Minimum number of rows of each list in a response, so that the size does not show a sparse prefix. */
export const RANGE_ROWS_MIN = 16;

/** Maximum number of rows of all lists in a response, neighbours too, without and with proofs. A longer prefix has fewer. */
export const RANGE_ROWS_MAX = { plain: 5_000, proofs: 1_000 } as const;

/** Rows of a response, neighbours included, that one token pays for, as for the export of a list. A request costs at least one. */
export const RANGE_ROWS_PER_TOKEN = 400;

/**
 * Maximum number of lists in a response: with their minimum of rows, these are below the maximum, so that a longer prefix
 * is never rejected because of the number of lists. `list` selects one of more lists.
 */
export const RANGE_LISTS_MAX = 50;

/** Query parameters of GET /v1/drops/{id}/allocations/range/{prefix}. */
export interface AllocationRangeQuery {
  /** Type of the wallets that begin with the prefix. Required if the drop accepts several types. */
  type?: WalletType;
  /** Name of a list, such as `season-2`. Without it, the response contains all active lists of the drop. Required if it has more than 50. */
  list?: string;
  /** `true` adds the Merkle proof of every row. */
  proofs?: boolean;
}

/** Row of a range: an entry of a wallet. */
export interface AllocationRangeRow {
  /** Wallet address, in lower case but for those in base58. @maxLength 90 */
  wallet: string;
  /** Amount in base units, as an exact decimal string. @pattern ^[0-9]+$ */
  amount: string;
  /** Address of the token of the amount. Absent for a list of the token of the drop. @maxLength 100 */
  token?: string;
  /** Claim index. Null for lists without one. @asType integer @nullable @minimum 0 */
  index: number | null;
  /** Parts of the amount. Empty if the list publishes no breakdown. */
  breakdown: AllocationPart[];
  /** Merkle proof of the row. Only with `proofs=true`; null if the list has no tree. */
  proof?: AllocationProof | null;
}

/** Range of one list. */
export interface AllocationRangeList {
  /** Name of the list. Null for the unnamed list. */
  list: string | null;
  /** Number of rows whose wallets begin with the prefix. @asType integer @minimum 0 */
  matching: number;
  /**
   * The `matching` rows, by wallet, and then neighbours if they are fewer than 16: the rows that follow in the order of
   * the wallets' bytes, continued at the beginning of the list. A smaller list is returned completely.
   */
  data: AllocationRangeRow[];
  /** Version of the list. */
  source: EligibilitySource;
}

/** Response of GET /v1/drops/{id}/allocations/range/{prefix}. */
export interface AllocationRange {
  /** Slug of the drop. @maxLength 64 */
  drop: string;
  /** Type of the wallets that begin with the prefix. */
  wallet_type: WalletType;
  /** Prefix of the wallets, with hex digits in lower case. */
  prefix: string;
  /** Active allocation lists of the drop, the unnamed one first. Only the requested one with `list`. @minItems 1 */
  lists: AllocationRangeList[];
  /** Reason for which a wallet in none of the drop's active lists can have an allocation. Null if they are all, as far as is known. */
  lists_gap: ListGap | null;
}
