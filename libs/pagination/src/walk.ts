import type { Page } from '@droptrack/contracts';

/**
 * Every page of a list, fetched only as the loop asks for it.
 *
 * @param fetchPage - gives the page that a cursor leads to, the first page for
 *   undefined; what it throws goes through.
 * @param start - a cursor to start from instead of the first page.
 * @param repeated - makes what is thrown in place of fetching a page that was fetched before: a list that hands out a
 *   cursor a second time never ends.
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
