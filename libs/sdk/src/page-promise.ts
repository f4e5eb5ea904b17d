import type { Page } from '@droptrack/contracts';
import { RepeatedCursorError, walkItems } from '@droptrack/pagination';
import { type Answer, ApiPromise } from './api-promise';
import { InvalidAnswerError, UsageError } from './errors';

/** Fetches the page that a cursor leads to; undefined: the first. */
export type FetchPage<T> = (cursor: string | undefined) => Promise<Answer<Page<T>>>;

/** A page that knows the way on. Its members are those of the wire. */
export interface ListPage<T> extends Page<T> {
  /** The page after this one, of the same query; null when this is the last. */
  nextPage(): PagePromise<T> | null;
}

/**
 * A list under way: await it for one page, or loop over it for the items of all pages,
 * which are fetched as the loop asks for them.
 */
export class PagePromise<T> extends ApiPromise<ListPage<T>> implements AsyncIterable<T> {
  readonly #fetchPage: FetchPage<T>;
  readonly #cursor: string | undefined;
  /** @param cursor - where to start; undefined: at the first page. */
  constructor(fetchPage: FetchPage<T>, cursor: string | undefined) {
    super(fetchPage(cursor).then((answer) => ({ ...answer, data: toListPage(answer.data, fetchPage) })));
    this.#fetchPage = fetchPage;
    this.#cursor = cursor;
  }

  /** @throws {DroptrackError} also in the middle of the list, when a later page fails. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const pageAt = (cursor: string | undefined): Promise<ListPage<T>> =>
      cursor === this.#cursor ? this : new PagePromise(this.#fetchPage, cursor);
    try {
      yield* walkItems(pageAt, this.#cursor);
    } catch (error) {
      if (!(error instanceof RepeatedCursorError)) throw error;
      throw new InvalidAnswerError('The API gave the same cursor twice', { cause: error });
    }
  }

  /**
   * The items of all pages in one array.
   *
   * @param limit - at most so many; required, because a list may be longer than memory
   *   or the plan's requests allow.
   */
  async toArray({ limit }: { limit: number }): Promise<T[]> {
    if (!Number.isInteger(limit) || limit < 1) throw new UsageError('limit must be an integer of 1 or more');
    const items: T[] = [];
    for await (const item of this) {
      items.push(item);
      if (items.length >= limit) break;
    }
    return items;
  }
}

/** Adds the way on without showing it: the page still prints and serialises as it came. */
function toListPage<T>(page: Page<T>, fetchPage: FetchPage<T>): ListPage<T> {
  if (!Array.isArray(page?.data)) throw new InvalidAnswerError('The answer is not a page');
  const cursor = page.next_cursor ?? null;
  const nextPage = () => (cursor === null ? null : new PagePromise(fetchPage, cursor));
  return Object.defineProperty({ ...page, next_cursor: cursor, nextPage }, 'nextPage', { enumerable: false });
}
