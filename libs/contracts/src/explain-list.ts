import type { ProofFormat } from './eligibility';

/** Quantile of the allocations of a list. */
export interface ExplainedQuantile {
  /** Share of the wallets whose allocation is at or below `amount`; 0 for the smallest allocation and 1 for the largest. @minimum 0 @maximum 1 */
  p: number;
  /** Allocation in base units, a decimal string. Interpolated between wallets, and exact to 15 significant digits. @pattern ^[0-9]+$ */
  amount: string;
}

/** Facts that the explanation states about an active allocation list. */
interface ListFacts {
  /** Version of the list: 1 for the first of its name, increased by one with every load. @asType integer @minimum 1 */
  version: number;
  /** Number of distinct wallets. @asType integer @minimum 0 */
  wallets: number;
  /** Sum of all allocations in base units, an exact decimal string. @pattern ^[0-9]+$ */
  total: string;
  /** Decimals of the token: one token is 10 to this power base units. Null while unknown. @asType integer @nullable @minimum 0 @maximum 255 */
  decimals: number | null;
  /** SHA-256 of the list's file. @pattern ^[0-9a-f]{64}$ */
  sha256: string;
  /** URL at which the list was published. @format uri */
  url: string | null;
  /** Time at which this service activated the list. @format date-time */
  published_at: string;
  /** Leaf encoding of the Merkle tree of the list. Null for a list without a tree. */
  tree_format: ProofFormat | null;
  /** Root of the Merkle tree of the list, `0x` and 64 lower-case hex digits. Null for a list without a tree. @pattern ^0x[0-9a-f]{64}$ */
  root: string | null;
  /** True if a published root equals `root`; false if `root` was computed by this service only. Null without a tree. */
  root_published: boolean | null;
}

/** Active allocation list of a drop. */
export interface ExplainedDropList extends ListFacts {
  /** Name of the list among those of the drop, such as `season-2`. Null for the unnamed list. */
  list: string | null;
}

/** Published allocation list that replaces stated inputs. */
export interface ExplainedList extends ListFacts {
  /** Distribution of the allocations over the wallets, in ascending order of `p`. Empty while it is unknown: for a list without wallets, or an old one with an allocation of 0. */
  quantiles: ExplainedQuantile[];
}
