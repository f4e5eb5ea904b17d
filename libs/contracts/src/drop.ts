import type { ListQuery } from './page';

/** Every value `Drop.status` can take (spec §2). The order is the one a drop moves in. */
export const DROP_STATUSES = ['upcoming', 'live', 'tge'] as const;
/** Where a drop stands. */
export type DropStatus = (typeof DROP_STATUSES)[number];

/** What GET /v1/drops can sort by (spec §4); the first is the default. */
export const DROP_SORTS = ['hype', 'ev', 'snapshot', 'legit'] as const;
/** What a list of drops is sorted by. */
export type DropSort = (typeof DROP_SORTS)[number];

/** Direction of a list's sort key; ties stay `id` ascending and missing keys stay last in both. */
export const SORT_ORDERS = ['asc', 'desc'] as const;
/** Direction of a list. */
export type SortOrder = (typeof SORT_ORDERS)[number];

/** The direction a sort has when `order` is not given: the nearest snapshot first, else the highest. */
export const DEFAULT_SORT_ORDER = {
  hype: 'desc',
  ev: 'desc',
  snapshot: 'asc',
  legit: 'desc',
} as const satisfies Record<DropSort, SortOrder>;

/** What a drop's id looks like; at most {@link DROP_ID_LENGTH_MAX} characters. */
export const DROP_ID_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Longest id, in characters. */
export const DROP_ID_LENGTH_MAX = 64;

/** Bounds of the search text `q`, in characters. */
export const SEARCH_LENGTH = { min: 1, max: 64 } as const;

/** Ratings of a drop, integers from 0 to 100 in bands of 20, very low to very high. */
export interface DropRating {
  /**
   * What a typical eligible wallet can expect after cost; null while `ev_usd` is unknown.
   * @asType integer @nullable @minimum 0 @maximum 100
   */
  reward: number | null;
  /** How well the project is known, audited and used. @asType integer @minimum 0 @maximum 100 */
  legit: number;
  /** Effort of taking part; higher is harder. @asType integer @minimum 0 @maximum 100 */
  difficulty: number;
}

/** Expected value of taking part, USD rounded to cents; p10 <= p50 <= p90, or all three null. */
export interface ExpectedValueUsd {
  /** The middle: half of the outcomes are lower. @minimum 0 */
  p50: number | null;
  /** One outcome in ten is lower. @minimum 0 */
  p10: number | null;
  /** One outcome in ten is higher. @minimum 0 */
  p90: number | null;
}

/** The state of the chain that decides who is eligible. */
export interface DropSnapshot {
  /** Block number. @asType integer @nullable @minimum 0 */
  block: number | null;
  /** RFC 3339 UTC with milliseconds. @format date-time */
  date: string | null;
}

/** A token distribution, exactly as it crosses the wire (spec §2). */
export interface Drop {
  /**
   * Slug; unique, never reused. The `{id}` in paths and the `drop` parameter.
   * @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64
   */
  id: string;
  /** Display name. */
  name: string;
  /** Chain slug, such as `arbitrum`. @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64 */
  chain: string;
  /** Where the drop stands; its calendar moves it. */
  status: DropStatus;
  /** Hype score now. @asType integer @minimum 0 @maximum 100 */
  hype_score: number;
  /**
   * `hype_score` minus its value 7 days ago, in points; 0 where the history is shorter.
   * @asType integer @minimum -100 @maximum 100
   */
  hype_delta_7d: number;
  /** Worth, trust and effort, 0 to 100 each. */
  rating: DropRating;
  /** What a typical eligible wallet gets, USD, as a range. */
  ev_usd: ExpectedValueUsd;
  /** When who is eligible is, or was, decided; null members while that is not known. */
  snapshot: DropSnapshot;
  /** What taking part costs, USD rounded to cents; the principal is not a cost. @minimum 0 */
  cost_usd: number | null;
  /** When the drop last changed, RFC 3339 UTC with milliseconds. @format date-time */
  updated_at: string;
}

/** Query of GET /v1/drops/{id}. */
export interface GetDropQuery {
  /** RFC 3339; the drop as it stood then. Not in the future, nor before the history that is kept. */
  as_of?: string;
}

/** Query of GET /v1/drops. */
export interface ListDropsQuery extends ListQuery {
  /** Only drops in this status, or in one of several. */
  status?: DropStatus | readonly DropStatus[];
  /** Only drops on the chain with this slug, or on one of several; an unknown chain gives an empty list. */
  chain?: string | readonly string[];
  /** What the list is sorted by; drops without a value come last, ties by `id` ascending. */
  sort?: DropSort;
  /** Direction of the sort key; when not given, `snapshot` is ascending and the others are descending. */
  order?: SortOrder;
  /** Part of the name or slug, in any case; 1 to 64 characters. */
  q?: string;
  /** RFC 3339; only drops that changed at or after this instant. */
  updated_since?: string;
}
