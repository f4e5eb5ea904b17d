/** Minimum, maximum and default of `limit` on every list. Values out of range are rejected, never clamped. */
export const PAGE_LIMIT = { min: 1, max: 100, default: 25 } as const;

/** Maximum length of a cursor, in characters. */
export const CURSOR_LENGTH_MAX = 512;

/** Pagination parameters of every list. */
export interface ListQuery {
  /** Maximum number of rows per page, 1 to 100. May change from page to page. */
  limit?: number;
  /** Cursor of the page to return: `next_cursor` of the previous page, sent with the same sort and filters. */
  cursor?: string;
}

/** One page of a list. */
export interface Page<T> {
  /** Rows of the page, in list order. */
  data: T[];
  /** True if there are more pages; equivalent to `next_cursor` not being null. */
  has_more: boolean;
  /** Opaque cursor of the next page, valid for this list, sort and filters. Null on the last page. @maxLength 512 */
  next_cursor: string | null;
  /** Instant up to which the response is complete, RFC 3339 UTC with milliseconds. @format date-time */
  as_of: string;
}
