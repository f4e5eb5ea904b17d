import type { Page } from '@droptrack/contracts';
import { walkPages } from '@droptrack/pagination';
import { type Answer, ApiPromise } from './api-promise';
import { aborted } from './attempt';
import { DroptrackError, InvalidAnswerError, type ListPosition, UsageError } from './errors';
import type { CallOptions } from './options';
import type { Connection } from './connection';

/** A page that knows the way on. Its members are those of the wire. */
export interface ListPage<T> extends Page<T> {
  /**
   * The page after this one, of the same query and with the options of the first call.
   *
   * @returns null when this is the last.
   * @throws {DroptrackError} as any call.
   * @example
   * const first = await client.drops.list({ limit: 10 });
   * const second = await first.nextPage();
   */
  nextPage(): PagePromise<T> | null;
}

/** A list, however it is gone through. */
export interface ListCall {
  readonly connection: Connection;
  readonly path: readonly string[];
  readonly query: { readonly cursor?: string | undefined };
  readonly options: CallOptions;
}

/**
 * A list under way: await it for one page, or loop over it for the items of all pages,
 * which are fetched as the loop asks for them. The first is asked for at once; when it fails, whoever awaits or loops is
 * told, however late.
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
    const answer = connection.get<Page<T>>(path, query, options).withResponse();
    super(answer.then((whole) => ({ ...whole, data: toListPage(whole.data, call) })));
    this.#call = call;
    // Of two lists that are looped over one after the other, the second may fail while nobody listens yet. That must not
    // end the program: whoever awaits or loops is still told.
    this.catch(() => undefined);
  }

  /** As of any call; a failure that nobody has waited for yet ends no program here either. */
  override withResponse(): Promise<Answer<ListPage<T>>> {
    const answer = super.withResponse();
    answer.catch(() => undefined);
    return answer;
  }

  /**
   * The items of all pages, one after another; one page at a time is kept.
   *
   * @throws {DroptrackError} also in the middle of the list, when a later page fails or the `signal` fires; `position`
   *   says where, and how to go on.
   */
  [Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    return itemsOf(this.#call, [this]);
  }

  /**
   * The items of all pages in one array.
   *
   * @param options - `limit`: at most so many, 1 or more; required, because a list may be longer than memory
   *   or the plan's requests allow.
   * @throws {DroptrackError} when a page fails; the items until then are the `collected` of its `position`.
   *   {@link UsageError} without a limit.
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

/** Not a method: its `this` would hold the first page until the end of the walk. */
async function* itemsOf<T>(call: ListCall, begun: PagePromise<T>[]): AsyncGenerator<T, void, undefined> {
  const { query, options } = call;
  const position = { cursor: query.cursor ?? null, items: 0 };
  const pageAt = (cursor: string | undefined): Promise<ListPage<T>> => {
    position.cursor = cursor ?? null;
    return begun.pop() ?? pageOf<T>(call, cursor);
  };
  const repeated = () => new InvalidAnswerError('The API gave the same cursor twice');
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

/** Adds the way on without showing it: the page still prints and serialises as it came. */
function toListPage<T>(page: Page<T>, call: ListCall): ListPage<T> {
  if (!Array.isArray(page.data)) throw new InvalidAnswerError('The answer is no page of a list');
  const cursor = page.next_cursor ?? null;
  const nextPage = () => (cursor === null ? null : pageOf<T>(call, cursor));
  return Object.defineProperty({ ...page, next_cursor: cursor, nextPage }, 'nextPage', { enumerable: false });
}
