import type { DistributionMethod } from './distribution';
import type { ExpectedValueUsd, SortOrder } from './drop';
import type { FactSource } from './calendar';
import type { ListQuery } from './page';

/** All sort keys of GET /v1/outcomes; the first is the default. */
export const OUTCOME_SORTS = ['opened', 'paid', 'change_90d', 'name'] as const;
/** Sort key of a list of outcomes: start of the payout, mean payout per wallet, change of the price over 90 days, or name of the drop. */
export type OutcomeSort = (typeof OUTCOME_SORTS)[number];

/** Default sort direction per sort key: names from A to Z, otherwise the latest or highest first. */
export const DEFAULT_OUTCOME_ORDER = {
  opened: 'desc',
  paid: 'desc',
  change_90d: 'desc',
  name: 'asc',
} as const satisfies Record<OutcomeSort, SortOrder>;

/** Syntax of a month, such as `2024-04`. */
export const MONTH_PATTERN = /^[0-9]{4}-(0[1-9]|1[0-2])$/;

/** Facts of an outcome that have a source, by their member: the prices, the share claimed, and the price at the claims. */
export const OUTCOME_FACTS = ['opening', 'day_1', 'day_7', 'day_30', 'day_90', 'high', 'claimed_share', 'price_at_claim'] as const; // prettier-ignore
/** Fact of an outcome that has a source. */
export type OutcomeFactId = (typeof OUTCOME_FACTS)[number];

/** Daily closing prices of a token in USD. Each is null while unknown; a missing day is never replaced by a neighbour. */
export interface OutcomePrices {
  /** On the day of `opened_at`, UTC. @exclusiveMinimum 0 */
  opening: number | null;
  /** 1 day later. @exclusiveMinimum 0 */
  day_1: number | null;
  /** 7 days later. @exclusiveMinimum 0 */
  day_7: number | null;
  /** 30 days later. @exclusiveMinimum 0 */
  day_30: number | null;
  /** 90 days later. @exclusiveMinimum 0 */
  day_90: number | null;
  /** Highest one from the day of `opened_at` on; the date of its source is its day. @exclusiveMinimum 0 */
  high: number | null;
}

/** Source of one fact of an outcome. */
export interface OutcomeSource {
  /** Fact of the source. */
  fact: OutcomeFactId;
  /** Page and day of the fact: the day of the price, or of the count. Null without a named source. */
  source: FactSource | null;
}

/** Outcome of a past drop: the prices of its token, and what follows from them. */
export interface DropOutcome {
  /** Slug of the drop. @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64 */
  drop: string;
  /** Display name of the drop. */
  drop_name: string;
  /** Slug of the chain of the drop. @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64 */
  chain: string;
  /** Symbol of the token. Null while unknown. */
  symbol: string | null;
  /** Way in which the tokens reached their owners. Null while unknown. */
  method: DistributionMethod | null;
  /**
   * Time from which wallets could have the tokens: the token generation event, or the first claim or credit if that is later. RFC 3339
   * UTC with milliseconds. @format date-time
   */
  opened_at: string;
  /** Whole tokens in the drop, as an exact decimal string. Null while unknown. @pattern ^[0-9]+(\.[0-9]+)?$ */
  tokens: string | null;
  /** Number of eligible wallets. Null while unknown. @asType integer @nullable @minimum 0 */
  wallets: number | null;
  /** Prices of the token. */
  price_usd: OutcomePrices;
  /** Change of the price until day 90, as a share of the price at the opening, or of that of day 1 while the first is unknown. @minimum -1 */
  change_90d: number | null;
  /**
   * Mean value per eligible wallet in USD, rounded to cents: the tokens that reached wallets, or that were meant for them while the first
   * are unknown, at the price of the opening, or that of day 1 while the first is unknown, by the number of wallets. The expected value
   * counts the same tokens and wallets. Most wallets receive less than the mean. Null while one of them is unknown. @minimum 0
   */
  paid_usd: number | null;
  /**
   * Share of the tokens that was claimed: as stated, or the tokens that reached wallets by those that were offered, rounded to four
   * digits, with the source of the first. Null while unknown. @minimum 0 @maximum 1
   */
  claimed_share: number | null;
  /**
   * Value of the tokens that the ledgers of its distributors have as claimed, in USD when they were claimed, rounded to cents: those with a
   * price, at that of their hour. Null while `claimed_priced_share` is below 0.9 or null, and where the stated `claimed_share` differs
   * from that of the ledgers by more than a tenth. @minimum 0
   */
  claimed_value_usd: number | null;
  /** Share of these tokens with a price in their hour, rounded down to four digits. Null without ledgers. @minimum 0 @maximum 1 */
  claimed_priced_share: number | null;
  /**
   * Mean price of these tokens in USD, weighted by their amounts, with four significant digits. Null while `claimed_priced_share` is
   * below 0.9 or null. @exclusiveMinimum 0
   */
  price_at_claim_usd: number | null;
  /** Last expected value that was published before `opened_at`. Null without one. */
  forecast_usd: ExpectedValueUsd | null;
  /** Sources of the known facts. */
  sources: OutcomeSource[];
}

/** Query of GET /v1/outcomes. */
export interface ListOutcomesQuery extends ListQuery {
  /** Returns only drops on the chains with these slugs, in any case. An unknown slug matches no drop. */
  chain?: string | readonly string[];
  /** Returns only drops with these methods of distribution. A drop whose method is unknown matches none. */
  method?: DistributionMethod | readonly DistributionMethod[];
  /** Returns only drops whose payout opened in this month (UTC), such as `2024-04`. */
  month?: string;
  /** Returns only sample drops (`true`), which are fictional, or only real drops (`false`). Both if absent. */
  sample?: boolean;
  /** Sort key. Outcomes without a value come last; ties are sorted by `drop` ascending. */
  sort?: OutcomeSort;
  /** Sort direction. Defaults to `asc` for `name`, and to `desc` for all other sort keys. */
  order?: SortOrder;
}
