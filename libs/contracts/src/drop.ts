import type { DropDistribution } from './distribution';
import type { ValueBasis } from './explain-terms';
import type { ListQuery } from './page';

/** All statuses of a drop, in the order in which a drop passes through them. */
export const DROP_STATUSES = ['upcoming', 'live', 'tge'] as const;
/** Status of a drop: announced (`upcoming`), running (`live`), or past its token-generation event (`tge`). */
export type DropStatus = (typeof DROP_STATUSES)[number];

/** All sort keys of GET /v1/drops; the first is the default. */
export const DROP_SORTS = ['hype', 'ev', 'snapshot', 'legit', 'name', 'launch'] as const;
/**
 * Sort key of a list of drops: hype score, median expected value, snapshot date, legitimacy rating, name or date of the launch.
 */
export type DropSort = (typeof DROP_SORTS)[number];

/** Sort directions. In both, ties are sorted by `id` ascending and null values come last. */
export const SORT_ORDERS = ['asc', 'desc'] as const;
/** Sort direction. */
export type SortOrder = (typeof SORT_ORDERS)[number];

/** Default sort direction per sort key: earliest snapshot first, names from A to Z, otherwise the highest value or latest launch first. */
export const DEFAULT_SORT_ORDER = {
  hype: 'desc',
  ev: 'desc',
  snapshot: 'asc',
  legit: 'desc',
  name: 'asc',
  launch: 'desc',
} as const satisfies Record<DropSort, SortOrder>;

/** Syntax of a drop's id, which has at most {@link DROP_ID_LENGTH_MAX} characters. */
export const DROP_ID_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Maximum length of a drop's id, in characters. */
export const DROP_ID_LENGTH_MAX = 64;

/** First characters of the id of every sample drop, and of no other drop. */
export const SAMPLE_ID_PREFIX = 'sample-';

/** True for the id of a sample drop: fictional data of a demo. */
export function isSampleDropId(id: string): boolean {
  return id.startsWith(SAMPLE_ID_PREFIX);
}

const SAMPLE_MARK = ' (sample)';

/** Name of a drop for texts that leave the service; the name of a sample drop is marked, unless it has the mark already. */
export const markedName = ({ id, name }: Pick<Drop, 'id' | 'name'>): string =>
  isSampleDropId(id) && !name.endsWith(SAMPLE_MARK) ? `${name}${SAMPLE_MARK}` : name;

/** Minimum and maximum length of the search text `q`, in characters. */
export const SEARCH_LENGTH = { min: 1, max: 64 } as const;

/** Ratings of a drop. Each is an integer from 0 to 100, in bands of 20 from very low to very high, or null while unknown. */
export interface DropRating {
  /**
   * Expected payout of a typical eligible wallet, net of cost. Null while `ev_usd` is unknown.
   * @asType integer @nullable @minimum 0 @maximum 100
   */
  reward: number | null;
  /**
   * Legitimacy: evidence that the project is known, audited and used. Null without any evidence.
   * @asType integer @nullable @minimum 0 @maximum 100
   */
  legit: number | null;
  /**
   * Effort of participation; higher is harder. Null while no requirement is known.
   * @asType integer @nullable @minimum 0 @maximum 100
   */
  difficulty: number | null;
}

/** Expected value of participation in USD, rounded to cents. `p10` <= `p50` <= `p90`, or all three are null. */
export interface ExpectedValueUsd {
  /** Median outcome. @minimum 0 */
  p50: number | null;
  /** 10th percentile: one outcome in ten is lower. @minimum 0 */
  p10: number | null;
  /** 90th percentile: one outcome in ten is higher. @minimum 0 */
  p90: number | null;
  /** Basis of the value. Null while it is unknown, and in past states from before this property was recorded. */
  basis: ValueBasis | null;
}

/** Snapshot that determines eligibility. Members are null while unknown. */
export interface DropSnapshot {
  /** Block number of the snapshot. @asType integer @nullable @minimum 0 */
  block: number | null;
  /** Time of the snapshot, RFC 3339 UTC with milliseconds. @format date-time */
  date: string | null;
}

/** All states of a drop's claim window. */
export const CLAIM_STATES = ['not_open', 'open', 'expired', 'unknown'] as const;
/** State of a drop's claim window: a claim status without `claimed`, which is that of a wallet. */
export type ClaimState = (typeof CLAIM_STATES)[number];

/**
 * Claim window of a drop: an open one, otherwise one that may be open, otherwise the next one, otherwise the last one. It can be tentative. The
 * calendar contains all of them.
 */
export interface DropClaim {
  /** Start of the window, RFC 3339 UTC with milliseconds. Null without a window, and while its day is unknown. @format date-time */
  opens_at: string | null;
  /** End of the window, exclusive. Null while no end is known. @format date-time */
  closes_at: string | null;
  /**
   * State of the window. Only a confirmed one is `open`. `unknown` without a window, after the start of a tentative one, in the period of a
   * start that is not known to the day, for one that opened over a year ago and has no known end, and in past states from before this
   * property was recorded.
   */
  state: ClaimState;
}

/** A token distribution that a project announces, runs or has run. */
export interface Drop {
  /**
   * Unique slug, never reused. Used as `{id}` in paths and as `drop` in parameters and bodies. The ids of sample drops,
   * which are fictional, begin with `sample-`; no other id does.
   * @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64
   */
  id: string;
  /** Display name of the drop. */
  name: string;
  /** Chain slug, such as `arbitrum`. @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64 */
  chain: string;
  /** EIP-155 number of the chain, such as 42161. Null for a chain without one, such as Solana. @asType integer @nullable @minimum 1 */
  chain_id: number | null;
  /** Symbol of the token, such as `ARB`. Null while unknown. */
  symbol: string | null;
  /** CAIP-19 id of the token, such as `eip155:42161/erc20:0x…`, which can be on another chain. Null while unknown. */
  token: string | null;
  /** Status of the drop, derived from its calendar events. */
  status: DropStatus;
  /** Current hype score. Null while no source has a reading (`hype_confidence` 0). @asType integer @nullable @minimum 0 @maximum 100 */
  hype_score: number | null;
  /**
   * Change of `hype_score` over the last 7 days, in points. Null while `hype_score` is null, and if the drop had no measured
   * score 7 days ago.
   * @asType integer @nullable @minimum -100 @maximum 100
   */
  hype_delta_7d: number | null;
  /**
   * Share of `hype_score` that rests on readings, discounted by their age and rounded to two decimals. 0 while no source has a
   * reading; `hype_score` and `hype_delta_7d` are then null. Null in past states from before this property was recorded.
   * @minimum 0 @maximum 1
   */
  hype_confidence: number | null;
  /** Reward, legitimacy and difficulty ratings. */
  rating: DropRating;
  /** Expected value for a typical eligible wallet, in USD. */
  ev_usd: ExpectedValueUsd;
  /** Snapshot that determines eligibility. */
  snapshot: DropSnapshot;
  /**
   * Time of the token generation event, or without one of the first claim, RFC 3339 UTC with milliseconds. Null while no confirmed
   * date is known to the day; the calendar also contains coarser and tentative ones. @format date-time
   */
  launch_at: string | null;
  /** Claim window of the drop. */
  claim: DropClaim;
  /** Whole tokens in this drop, as an exact decimal string. Null while unknown. @pattern ^[0-9]+(\.[0-9]+)?$ */
  tokens: string | null;
  /** Number of eligible wallets. Null while unknown. @asType integer @nullable @minimum 0 */
  wallets: number | null;
  /** Cost of participation in USD, rounded to cents. Locked capital counts with its opportunity cost, not its amount. Null while unknown. @minimum 0 */
  cost_usd: number | null;
  /** Way in which the tokens reach their owners, and where the project says whether a wallet is eligible. */
  distribution: DropDistribution;
  /** Time of the last change of the drop, RFC 3339 UTC with milliseconds. @format date-time */
  updated_at: string;
}

/** All values of `include` of GET /v1/drops. */
export const DROP_INCLUDES = ['hype'] as const;
/** Additional properties of the drops of a list: `hype` adds `hype_scores_7d`. */
export type DropInclude = (typeof DROP_INCLUDES)[number];

/** A drop in a list. */
export interface ListedDrop extends Drop {
  /**
   * Hype scores of the last 7 days, the latest last: the `score` of each of the 28 points of the hype series with `window=7d`, null where
   * that is null. Present only with `include=hype`.
   */
  hype_scores_7d?: (number | null)[];
}

/** Query of GET /v1/drops/{id}. */
export interface GetDropQuery {
  /** Returns the drop as of this RFC 3339 instant, which must be within the retained history and not in the future. */
  as_of?: string;
}

/** Query of GET /v1/drops. */
export interface ListDropsQuery extends ListQuery {
  /** Returns only drops with one of these statuses. */
  status?: DropStatus | readonly DropStatus[];
  /** Returns only drops on the chains with these slugs, in any case. An unknown slug matches no drop. */
  chain?: string | readonly string[];
  /** Returns only sample drops (`true`), which are fictional, or only real drops (`false`). Both if absent. */
  sample?: boolean;
  /** Sort key. Drops without a value come last; ties are sorted by `id` ascending. */
  sort?: DropSort;
  /** Sort direction. Defaults to `asc` for `snapshot` and `name`, and to `desc` for all other sort keys. */
  order?: SortOrder;
  /** Returns only drops whose name, slug or token symbol contains this text, ignoring case, spaces and punctuation. 1 to 64 characters. */
  q?: string;
  /** Returns only drops that changed at or after this RFC 3339 instant. */
  updated_since?: string;
  /** `hype` adds `hype_scores_7d` to each drop. */
  include?: DropInclude;
}
