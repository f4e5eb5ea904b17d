import type { Page } from '@droptrack/contracts';

/**
 * The envelope of a page: `has_more` always agrees with `next_cursor`.
 *
 * @param nextCursor - null on the last page.
 * @param asOf - the instant up to which the page is complete.
 */
export function toPage<T>(data: T[], nextCursor: string | null, asOf: Date): Page<T> {
  return { data, has_more: nextCursor !== null, next_cursor: nextCursor, as_of: asOf.toISOString() };
}
