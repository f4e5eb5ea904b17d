import type { ClaimAction } from './claim-action';
import type { DropStatus } from './drop';
import type { EligibilityFault, EligibilityResult } from './eligibility';
import type { WalletType } from './wallet';

/** Maximum number of wallets per request, by plan. */
export const WALLETS_MAX = { pro: 1, scale: 20 } as const;

/** Active lists that one token covers. A request costs this many tokens per wallet: the active lists by it, rounded up. */
export const LISTS_PER_TOKEN = 25;

/** Maximum number of entries whose claim states a request reads from the chain; those of further ones are null. */
export const WALLET_CLAIMS_MAX = 200;

/** Maximum number of claims that a request prepares; those of further drops are left out. */
export const WALLET_ACTIONS_MAX = 20;

/** Optional members of the response. */
export const WALLET_DROPS_INCLUDES = ['claimed', 'proofs', 'ineligible', 'claim'] as const;
/** Optional member of the drops of a wallet. */
export type WalletDropsInclude = (typeof WALLET_DROPS_INCLUDES)[number];

/** Body of POST /v1/wallets/drops. */
export interface WalletDropsQuery {
  /** Wallet addresses, of any supported type: 1 with the plan `pro`, up to 20 with `scale`. A repeated one is checked once, and has the same item at each of its positions. @minItems 1 @maxItems 20 */
  wallets: string[];
  /** Only drops with one of these statuses. All drops if absent. @minItems 1 */
  status?: DropStatus[];
  /** Only sample drops (`true`), which are fictional, or only real drops (`false`). Both if absent. */
  sample?: boolean;
  /**
   * Additional members: `claimed` reads the claim states of eligible wallets: from the ledgers of followed distributors, and of
   * others from the chain, within 2 seconds in total and for at most 200 entries;
   * `proofs` adds Merkle proofs; `ineligible` adds the ids of the drops that are only counted otherwise; `claim` prepares the
   * claims that may be open, as POST /v1/claims/prepare does, at most 20 in a request. @minItems 1
   */
  include?: WalletDropsInclude[];
}

/** Summary of the drops of a wallet. */
export interface WalletDropsSummary {
  /** Number of drops with an allocation of the wallet. @asType integer @minimum 0 */
  eligible: number;
  /** Eligible drops whose claim window is open and whose allocation is not known to be claimed. @asType integer @minimum 0 */
  claimable_now: number;
  /** Eligible drops whose claim window has closed and whose allocation is not known to be claimed. @asType integer @minimum 0 */
  expired: number;
  /** Drops whose eligibility has not been decided yet. @asType integer @minimum 0 */
  pending: number;
  /** Drops for which this service cannot determine the eligibility. @asType integer @minimum 0 */
  unknown: number;
  /** Drops that exclude the wallet by a published list. @asType integer @minimum 0 */
  excluded: number;
  /** Drops for which the wallet is not eligible, excluded ones not counted. @asType integer @minimum 0 */
  ineligible: number;
  /** Active lists that were searched for the wallet. @asType integer @minimum 0 */
  checked_lists: number;
  /** Value of what is claimable now in USD, less what is known to be claimed, rounded to cents. 0 if nothing is claimable; null if none of it has a price. @minimum 0 */
  claimable_value_usd: number | null;
  /** Drops that are claimable now but have no value, because their token has no price: `claimable_value_usd` does not contain them. @asType integer @minimum 0 */
  claimable_without_price: number;
}

/** Drops of one wallet. */
export interface WalletDrops {
  /** Wallet address in normalized form. @maxLength 90 */
  wallet: string;
  /** Type of the wallet, derived from the address. */
  wallet_type: WalletType;
  /** All types whose addresses have this form, each of which was checked. Absent if `wallet_type` is the only one. */
  wallet_types?: WalletType[];
  /** Counts of the drops, and the value of what is claimable now. */
  summary: WalletDropsSummary;
  /**
   * Results of all drops for which the wallet is eligible or excluded, or its eligibility pending or unknown. Order:
   * claimable now; claimable later or with an unknown window; claimed or expired; pending; unknown; excluded. Within
   * each: by the end of the claim window, then by value, highest first, then by id.
   */
  data: EligibilityResult[];
  /** Ids of the drops that `summary.ineligible` counts, ascending. Only with `include: ["ineligible"]`. */
  ineligible?: string[];
  /** Prepared claims of the drops of `data` whose claim may be open, in their order. Only with `include: ["claim"]`. @maxItems 20 */
  claims?: ClaimAction[];
}

/** Drops of a wallet, or the problem if the wallet is invalid. */
export type WalletDropsItem = WalletDrops | EligibilityFault;

/** Response of POST /v1/wallets/drops. */
export interface WalletDropsResult {
  /** One item per wallet, in request order. @maxItems 20 */
  data: WalletDropsItem[];
  /** Instant up to which the response is complete. @format date-time */
  as_of: string;
}
