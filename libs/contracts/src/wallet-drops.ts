import type { DropStatus } from './drop';
import type { EligibilityFault, EligibilityResult, WalletType } from './eligibility';

/** Maximum number of wallets per request, by plan. */
export const WALLETS_MAX = { pro: 1, scale: 20 } as const;

/** Active lists that one token covers: a request costs its wallets times the active lists by this, rounded up. */
export const LISTS_PER_TOKEN = 25;

/** Optional members of the response. */
export const WALLET_DROPS_INCLUDES = ['claimed', 'proofs', 'ineligible'] as const;
export type WalletDropsInclude = (typeof WALLET_DROPS_INCLUDES)[number];

/** Body of POST /v1/wallets/drops. */
export interface WalletDropsQuery {
  /** Wallet addresses, of any supported type. Up to 1 with the plan `pro`, 20 with `scale`. @minItems 1 @maxItems 20 */
  wallets: string[];
  /** Only drops with one of these statuses. @minItems 1 */
  status?: DropStatus[];
  /**
   * Members to include: `claimed` reads claim states of eligible wallets from the chain, within 2 seconds in total;
   * `proofs` adds Merkle proofs; `ineligible` adds the ids of the drops that are only counted otherwise.
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
  /** Drops whose eligibility this service cannot determine. @asType integer @minimum 0 */
  unknown: number;
  /** Drops that exclude the wallet by a published list. @asType integer @minimum 0 */
  excluded: number;
  /** Drops for which the wallet is not eligible, excluded ones not counted. @asType integer @minimum 0 */
  ineligible: number;
  /** Active lists that were searched for the wallet. @asType integer @minimum 0 */
  checked_lists: number;
  /** Value of what is claimable now in USD, rounded to cents. Null if no token of it has a price. @minimum 0 */
  claimable_value_usd: number | null;
  /** Drops that are claimable now but whose token has no price, so that the value does not contain them. @asType integer @minimum 0 */
  claimable_without_price: number;
}

/** Drops of one wallet. */
export interface WalletDrops {
  /** Wallet address in normalized form. @maxLength 128 */
  wallet: string;
  /** Type of the wallet, derived from the address. */
  wallet_type: WalletType;
  summary: WalletDropsSummary;
  /**
   * Every drop that accepts this type of wallet and for which the wallet is eligible, excluded or pending, or its
   * eligibility unknown: what is claimable now first, then by the end of the claim window, then by value.
   */
  data: EligibilityResult[];
  /** Ids of the drops for which the wallet is not eligible, ascending. Only with `include: ["ineligible"]`. */
  ineligible?: string[];
}

/** Response of POST /v1/wallets/drops. */
export interface WalletDropsResult {
  /** One item per wallet, in request order: its drops, or the problem if the wallet is invalid. @maxItems 20 */
  data: (WalletDrops | EligibilityFault)[];
  /** Instant up to which the response is complete. @format date-time */
  as_of: string;
}
