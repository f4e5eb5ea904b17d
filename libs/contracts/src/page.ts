/** Bounds of `limit` on every list (spec §8). Outside them is an error, never clamped. */
export const PAGE_LIMIT = { min: 1, max: 100, default: 25 } as const;

/** Longest cursor that is looked at, in characters. */
export const CURSOR_LENGTH_MAX = 512;

/** What every list takes. */
export interface ListQuery {
  /** Rows a page, 1 to 100; may change from page to page. */
  limit?: number;
  /** `next_cursor` of the page before, with the other parameters as they were. */
  cursor?: string;
}

/** One page of a list. */
export interface Page<T> {
  /** The rows, in the order of the list. */
  data: T[];
  /** True exactly when `next_cursor` is not null. */
  has_more: boolean;
  /** Opaque; belongs to this list, sort and filters. @maxLength 512 */
  next_cursor: string | null;
  /** The instant up to which the answer is complete, RFC 3339 UTC with milliseconds. @format date-time */
  as_of: string;
}
