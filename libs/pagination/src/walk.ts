import type { Page } from '@droptrack/contracts';

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
