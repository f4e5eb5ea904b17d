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

/**
 * Iterates over the pages of a list and fetches each page on demand.
 *
 * @param fetchPage - fetches the page of a cursor, or the first page for undefined; its errors propagate.
 * @param start - cursor to start from instead of the first page.
 * @param repeated - creates the error for a cursor that was already fetched: such a list would never end.
 */
export async function* walkPages<P extends Pick<Page<unknown>, 'next_cursor'>>(
  fetchPage: (cursor: string | undefined) => Promise<P>,
  start: string | undefined,
  repeated: () => Error,
): AsyncGenerator<P, void, undefined> {
  const seen = new Set<string | undefined>();
  for (let cursor = start; ;) {
    if (seen.has(cursor)) throw repeated();
    seen.add(cursor);
    const page = await fetchPage(cursor);
    yield page;
    if (page.next_cursor === null) return;
    cursor = page.next_cursor;
  }
}
