import type { Page } from '@droptrack/contracts';
import { walkPages } from '@droptrack/pagination';
import { type Answer, ApiPromise } from './api-promise';
import { aborted } from './attempt';
import { DroptrackError, InvalidAnswerError, type ListPosition, UsageError } from './errors';
import type { CallOptions } from './options';
import type { Connection } from './connection';

/** Page of a list: the members of the response, and a method that requests the next page. */
export interface ListPage<T> extends Page<T> {
  /**
   * Requests the next page, with the query and the options of the first call.
   *
   * @returns null for the last page.
   * @throws {@link DroptrackError} the same errors as the first call.
   * @example
   * const first = await client.drops.list({ limit: 10 });
   * const second = await first.nextPage();
   */
  nextPage(): PagePromise<T> | null;
}

/** Call that lists. */
export interface ListCall {
  readonly connection: Connection;
  readonly path: readonly string[];
  readonly query: { readonly cursor?: string | undefined };
  readonly options: CallOptions;
}

/**
 * Pending list. Await it for one page, or iterate over it with `for await` for the items of all pages. The first page is
 * requested immediately, each further page when the loop reaches it. A failure of the first page is reported to the code
 * that awaits or iterates, however late.
 *
 * @example
 * const page = await client.drops.list({ limit: 10 });
 * @example
 * for await (const drop of client.drops.list()) console.log(drop.id);
 */
export class PagePromise<T> extends ApiPromise<ListPage<T>> implements AsyncIterable<T> {
  readonly #call: ListCall;
  constructor(call: ListCall) {
    const { connection, path, query, options } = call;
    const response = connection.get<Page<T>>(path, query, options).withResponse();
    super(response.then((whole) => ({ ...whole, data: toListPage(whole.data, call) })));
    this.#call = call;
    // Of two lists in consecutive loops, the second can fail during the first loop. Without this handler the unhandled
    // rejection would end the program; code that awaits or iterates still gets the error.
    this.catch(() => undefined);
  }

  /** Returns the page with status, headers, request id and rate limit. */
  override withResponse(): Promise<Answer<ListPage<T>>> {
    const response = super.withResponse();
    response.catch(() => undefined); // For the same reason as in the constructor.
    return response;
  }

  /**
   * Iterates over the items of all pages. It holds one page in memory at a time.
   *
   * @throws {@link DroptrackError} when a page fails or the `signal` is aborted, possibly after some items; `position` contains
   *   the cursor to resume with.
   */
  [Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    return itemsOf(this.#call, [this]);
  }

  /**
   * Collects the items of all pages into an array.
   *
   * @param options - `limit`: maximum number of items, 1 or more. It is required because a list may exceed the memory or
   *   the rate limit.
   * @throws {@link DroptrackError} when a page fails; `position.collected` contains the items before the failure.
   * @throws {@link UsageError} without a valid limit.
   * @example
   * const drops = await client.drops.list({ status: 'live' }).toArray({ limit: 200 });
   */
  async toArray(options: { limit: number }): Promise<T[]> {
    const limit = options?.limit;
    if (!(Number.isInteger(limit) && limit > 0)) throw new UsageError('limit must be an integer of 1 or more');
    const collected: T[] = [];
    try {
      for await (const item of this) {
        collected.push(item);
        if (collected.length >= limit) break;
      }
    } catch (error) {
      const position: ListPosition | null | undefined = (error as Partial<DroptrackError>).position;
      if (position) Object.defineProperty(position, 'collected', { value: collected });
      throw error;
    }
    return collected;
  }
}

/** A function, not a method: `this` would keep the first page in memory during the whole iteration. */
async function* itemsOf<T>(call: ListCall, started: PagePromise<T>[]): AsyncGenerator<T, void, undefined> {
  const { query, options } = call;
  const position = { cursor: query.cursor ?? null, items: 0 };
  const pageAt = (cursor: string | undefined): Promise<ListPage<T>> => {
    position.cursor = cursor ?? null;
    return started.pop() ?? pageOf<T>(call, cursor);
  };
  const repeated = () => new InvalidAnswerError('The API returned the same cursor twice');
  try {
    for await (const { data } of walkPages(pageAt, query.cursor, repeated)) {
      for (const item of data) {
        if (options.signal?.aborted) throw aborted(options.signal);
        position.items += 1;
        yield item;
      }
    }
  } catch (error) {
    throw error instanceof DroptrackError ? Object.assign(error, { position }) : error;
  }
}

const pageOf = <T>(call: ListCall, cursor: string | undefined): PagePromise<T> =>
  new PagePromise({ ...call, query: { ...call.query, cursor } });

/** Adds `nextPage` as a non-enumerable member, so that the page logs and serializes as it was received. */
function toListPage<T>(page: Page<T>, call: ListCall): ListPage<T> {
  if (!Array.isArray(page.data)) throw new InvalidAnswerError('The response is not a page of a list');
  const cursor = page.next_cursor ?? null;
  const nextPage = () => (cursor === null ? null : pageOf<T>(call, cursor));
  return Object.defineProperty({ ...page, next_cursor: cursor, nextPage }, 'nextPage', { enumerable: false });
}
