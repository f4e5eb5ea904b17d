import type { ListQuery, Page } from './page';

/** Lengths of the buckets of a claim curve, the default first. */
export const CLAIM_INTERVALS = ['1d', '1h'] as const;
/** Length of a bucket of a claim curve: a UTC day, or a UTC hour. */
export type ClaimInterval = (typeof CLAIM_INTERVALS)[number];

/** Query of GET /v1/drops/{id}/claims. */
export interface DropClaimsQuery extends ListQuery {
  /** Length of a bucket: `1d` or `1h`. */
  interval?: ClaimInterval;
}

/** Distributor of a drop whose claims are followed. */
export interface DropDistributor {
  /** Name of the list that it pays. Null for the unnamed one. */
  list: string | null;
  /** CAIP-10 id of the contract; on Solana that of the program. */
  contract: string;
  /** First block that was read; 0 on Solana, where accounts state all claims so far. @asType integer @minimum 0 */
  first_block: number;
  /** Last block that was read: the figures are complete up to it. The slot on Solana. @asType integer @minimum 0 */
  block: number;
  /** Time of that block. @format date-time */
  block_at: string;
  /** Blocks of the chain after it, when it was read; 64 for one that is up to date, 0 on Solana. @asType integer @minimum 0 */
  behind_blocks: number;
  /** Seconds between it and the latest block then. @asType integer @minimum 0 */
  behind_seconds: number;
  /** When it was read last. @format date-time */
  read_at: string;
}

/** Wallets of the lists, and how many of them have claimed. A wallet of several lists counts in each. */
export interface ClaimedWallets {
  /** Wallets with a claim. @asType integer @minimum 0 */
  claimed: number;
  /** Wallets of the lists. Null unless the list of every distributor is loaded. @asType integer @nullable @minimum 0 */
  listed: number | null;
  /** `claimed` of `listed`. Null while that is unknown. @nullable @minimum 0 */
  share: number | null;
}

/** Tokens of the lists, and how many of them were claimed, in base units. */
export interface ClaimedTokens {
  /** Sum of all claims. @pattern ^[0-9]+$ */
  claimed: string;
  /** Sum of the lists. Null unless the list of every distributor is loaded. @pattern ^[0-9]+$ */
  listed: string | null;
  /** `claimed` of `listed`. Null while that is unknown. @nullable @minimum 0 */
  share: number | null;
  /** Part of `listed` that was not claimed by the end of the claim window. Null before it, and while unknown. @pattern ^[0-9]+$ */
  left_at_end: string | null;
  /** Decimals of the token. Null while unknown. @asType integer @nullable @minimum 0 @maximum 255 */
  decimals: number | null;
}

/** A large claim, without its wallet. */
export interface LargeClaim {
  /** Base units. @pattern ^[0-9]+$ */
  amount: string;
  /** Time of its block. Null for a claim on Solana that is older than the readings. @format date-time */
  at: string | null;
}

/** Bucket of a claim curve with at least one claim. */
export interface ClaimBucket {
  /** Start of the bucket. @format date-time */
  t: string;
  /** Claims in it. @asType integer @minimum 1 */
  claims: number;
  /** Wallets whose first claim is in it. @asType integer @minimum 0 */
  wallets: number;
  /** Sum of its claims in base units. @pattern ^[0-9]+$ */
  amount: string;
  /**
   * Value of its claims in USD, rounded to cents: each hour at the price that this service had published for it. Null while less than 0.9
   * of the tokens have a price, and while the decimals of the token are unknown. @minimum 0
   */
  value_usd: number | null;
  /** Mean price of a token in USD, weighted by the amounts, with four significant digits. Null while less than 0.9 of the tokens have a price. @exclusiveMinimum 0 */
  price_usd: number | null;
}

/** Response of GET /v1/drops/{id}/claims: figures of all claims, and a page of their curve. */
export interface DropClaims extends Page<ClaimBucket> {
  /** Slug of the drop. @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64 */
  drop: string;
  /** Length of a bucket. */
  interval: ClaimInterval;
  /** Followed distributors, in the order of their lists; empty while none is followed. */
  distributors: DropDistributor[];
  /** Number of claims. @asType integer @minimum 0 */
  claims: number;
  /** Wallets with a claim, and their share of the lists. */
  wallets: ClaimedWallets;
  /** Tokens that were claimed, and their share of the lists. */
  tokens: ClaimedTokens;
  /** Hour of the first claim. Null without one, and while the times of some claims are unknown. @format date-time */
  first_claim_at: string | null;
  /** Hour of the last claim. Null without one, and while the times of some claims are unknown. @format date-time */
  last_claim_at: string | null;
  /** Hours from the start of the claim window, or from the first claim if that is unknown, until half of the wallets that have claimed had their first claim. Null without a claim, and while the times of some are unknown. @asType integer @nullable @minimum 0 */
  median_hours_to_claim: number | null;
  /** Largest claims, at most 5, the largest first. */
  largest: LargeClaim[];
  /** Buckets of the page in ascending order; those without a claim are absent. */
  data: ClaimBucket[];
}
