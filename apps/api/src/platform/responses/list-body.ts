import { decodeCursor, encodeCursor, InvalidCursorError, type Position } from '@droptrack/pagination';
import { DomainError } from '../errors/domain-error';
import { ResponseBody } from './response-body';
import { UncachedResponse } from './response-writer';

/** A page of serialized rows, and the position at which the next page begins. */
interface Slice {
  readonly rows: readonly { readonly json: string; readonly tag: string }[];
  readonly next: Position | null;
}

/**
 * Body of a list page: serialized rows are joined, never parsed or serialized again.
 *
 * @param path - path of the list, for the `Link` to the next page.
 * @param query - query of the request, which the `Link` repeats with the next cursor.
 * @param scope - list, sort and filters for which the cursor is valid.
 */
export function listBody(slice: Slice, path: string, query: object, scope: string): ResponseBody {
  const cursor = slice.next === null ? null : encodeCursor(slice.next, scope);
  const json = joined(slice.rows, `"has_more":${cursor !== null},"next_cursor":${JSON.stringify(cursor)}`);
  const tagged = slice.rows.map(({ tag }) => tag).join() + String(cursor);
  return new ResponseBody(json, true, cursor === null ? null : nextPath(path, query, cursor), tagged);
}

/** Joins all fragments at once: V8 has to flatten a concatenated text, which copies it again, before it is sent. */
function joined(rows: readonly { readonly json: string }[], rest: string): string {
  const fragments = rows.map(({ json }) => json);
  const last = fragments.length - 1;
  if (last < 0) return `{"data":[],${rest}`;
  fragments[0] = `{"data":[${fragments[0]}`;
  fragments[last] = `${fragments[last]}],${rest}`;
  return fragments.join();
}

/**
 * Position of a cursor in its list; null for the beginning of the list.
 *
 * @throws {DomainError} `invalid_cursor` for a cursor that was altered or belongs to another list.
 */
export function positionOf(cursor: string | undefined, scope: string, at: CursorPlace = IN_QUERY): Position | null {
  if (cursor === undefined) return null;
  try {
    return decodeCursor(cursor, scope);
  } catch (error) {
    if (!(error instanceof InvalidCursorError)) throw error;
    throw invalidCursor(at);
  }
}

/** Place of a cursor in a request: a query parameter, or a JSON pointer. */
type CursorPlace = { readonly parameter: string } | { readonly pointer: string };
const IN_QUERY: CursorPlace = { parameter: 'cursor' };

export function invalidCursor(at: CursorPlace = IN_QUERY): DomainError {
  const detail = 'is not a valid cursor for this list; start again without it';
  return new DomainError('invalid_cursor', `cursor ${detail}`, {
    errors: [{ ...at, code: 'cursor', detail }],
  });
}

/** A page of events, or of deliveries, each of which has its own event. */
interface EventSlice {
  readonly rows: readonly { readonly eventId: string; readonly json: string }[];
  readonly hasMore: boolean;
}

/** The list that a page belongs to; see {@link listBody}. */
interface EventList {
  readonly path: string;
  readonly query: object;
  readonly scope: string;
  /** The instant up to which the page is complete, milliseconds since the epoch. */
  readonly asOfMs: number;
}

/**
 * A page of data of the account, which is never cached. Its cursor contains the id of the last event: the sequence number
 * by which the database sorts would disclose how many events there are over all accounts.
 */
export function uncachedList({ rows, hasMore }: EventSlice, list: EventList): UncachedResponse {
  const { path, query, scope, asOfMs } = list;
  const last = rows.at(-1);
  const cursor = hasMore && last !== undefined ? encodeCursor({ key: null, id: last.eventId }, scope) : null;
  const rest = `"has_more":${cursor !== null},"next_cursor":${JSON.stringify(cursor)}`;
  const json = `${joined(rows, rest)},"as_of":"${new Date(asOfMs).toISOString()}"}`;
  return new UncachedResponse(json, asOfMs, { nextPath: cursor === null ? null : nextPath(path, query, cursor) });
}

/**
 * Id of the event before which a page of {@link uncachedList} begins; null for the beginning of the list.
 *
 * @throws {DomainError} `invalid_cursor` as {@link positionOf}.
 */
export function eventBefore(cursor: string | undefined, scope: string): string | null {
  const position = positionOf(cursor, scope);
  if (position === null) return null;
  if (position.key !== null || !/^evt_[0-9A-Za-z_-]{1,64}$/.test(position.id)) throw invalidCursor();
  return position.id;
}

/** Path and query of the next page. */
export function nextPath(path: string, query: object, cursor: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && name !== 'cursor') parameters.set(name, String(value));
  }
  parameters.set('cursor', cursor);
  return `${path}?${parameters.toString()}`;
}
