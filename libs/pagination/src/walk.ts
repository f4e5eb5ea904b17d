import type { Page } from '@droptrack/contracts';

/** A list that handed out a cursor a second time: walking on would never end. */
export class RepeatedCursorError extends Error {
  override readonly name = 'RepeatedCursorError';
}

/**
 * Every page of a list, fetched only as the loop asks for it.
 *
 * @param fetchPage - gives the page that a cursor leads to, the first page for
 *   undefined; what it throws goes through.
 * @param start - a cursor to start from instead of the first page.
 * @throws {RepeatedCursorError} in place of fetching a page that was fetched before.
 */
export async function* walkPages<P extends Pick<Page<unknown>, 'next_cursor'>>(
  fetchPage: (cursor: string | undefined) => Promise<P>,
  start?: string,
): AsyncGenerator<P, void, undefined> {
  const seen = new Set<string | undefined>();
  for (let cursor = start; ;) {
    if (seen.has(cursor)) throw new RepeatedCursorError('The list gave the same cursor twice');
    seen.add(cursor);
    const page = await fetchPage(cursor);
    yield page;
    if (page.next_cursor === null) return;
    cursor = page.next_cursor;
  }
}

/** Every item of a list, page after page; otherwise as {@link walkPages}. */
export async function* walkItems<T>(
  fetchPage: (cursor: string | undefined) => Promise<Pick<Page<T>, 'data' | 'next_cursor'>>,
  start?: string,
): AsyncGenerator<T, void, undefined> {
  for await (const page of walkPages(fetchPage, start)) yield* page.data;
}
