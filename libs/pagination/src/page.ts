import type { Page } from '@droptrack/contracts';

/**
 * Creates a page, with `has_more` derived from `next_cursor`.
 *
 * @param nextCursor - null on the last page.
 * @param asOf - instant up to which the page is complete.
 */
export function toPage<T>(data: T[], nextCursor: string | null, asOf: Date): Page<T> {
  return { data, has_more: nextCursor !== null, next_cursor: nextCursor, as_of: asOf.toISOString() };
}
