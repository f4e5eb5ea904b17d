import { decodeCursor, encodeCursor, InvalidCursorError, type Position } from '@droptrack/pagination';
import { DomainError } from '../errors/domain-error';
import { Answer } from './answer';
import { UnkeptAnswer } from './response-writer';

/** One page of ready rows, and where the next one begins. */
export interface Slice {
  readonly rows: readonly { readonly json: string; readonly tag: string }[];
  readonly next: Position | null;
}

/**
 * A page as the answer of a list: ready fragments joined, never parsed nor serialised again.
 *
 * @param path - path of the list; the next page's address is it with the cursor added.
 * @param query - the query as asked for, without `cursor`, to be carried along.
 * @param scope - the list, sort and filters the cursor belongs to.
 */
export function listAnswer(slice: Slice, path: string, query: object, scope: string): Answer {
  const cursor = slice.next === null ? null : encodeCursor(slice.next, scope);
  const json = joined(slice.rows, `"has_more":${cursor !== null},"next_cursor":${JSON.stringify(cursor)}`);
  const tagged = slice.rows.map(({ tag }) => tag).join() + String(cursor);
  return new Answer(json, true, cursor === null ? null : nextPath(path, query, cursor), tagged);
}

/** One flat text from one join: a text put together of texts is copied once more when it is sent. */
function joined(rows: readonly { readonly json: string }[], rest: string): string {
  const fragments = rows.map(({ json }) => json);
  const last = fragments.length - 1;
  if (last < 0) return `{"data":[],${rest}`;
  fragments[0] = `{"data":[${fragments[0]}`;
  fragments[last] = `${fragments[last]}],${rest}`;
  return fragments.join();
}

/**
 * Where a cursor stands in its list; null for the list's beginning.
 *
 * @throws {DomainError} `invalid_cursor` for a cursor that was altered or belongs to another list.
 */
export function positionOf(cursor: string | undefined, scope: string): Position | null {
  if (cursor === undefined) return null;
  try {
    return decodeCursor(cursor, scope);
  } catch (error) {
    if (!(error instanceof InvalidCursorError)) throw error;
    throw invalidCursor();
  }
}

function invalidCursor(): DomainError {
  const detail = 'is not a valid cursor for this list; start again without it';
  return new DomainError('invalid_cursor', `cursor ${detail}`, {
    errors: [{ parameter: 'cursor', code: 'cursor', detail }],
  });
}

/** One page of a list of events, or of deliveries, of which each has an event of its own. */
export interface EventSlice {
  readonly rows: readonly { readonly eventId: string; readonly json: string }[];
  readonly hasMore: boolean;
}

/** What a page belongs to: see {@link listAnswer}. */
export interface EventList {
  readonly path: string;
  readonly query: object;
  readonly scope: string;
  /** The instant up to which the page is complete, milliseconds since the epoch. */
  readonly asOfMs: number;
}

/**
 * A page of what is the caller's own: kept by nobody. Its cursor names the last event: the numbers by which the database
 * orders them would say how many there are over all accounts.
 */
export function ownListAnswer({ rows, hasMore }: EventSlice, list: EventList): UnkeptAnswer {
  const { path, query, scope, asOfMs } = list;
  const last = rows.at(-1);
  const cursor = hasMore && last !== undefined ? encodeCursor({ key: null, id: last.eventId }, scope) : null;
  const rest = `"has_more":${cursor !== null},"next_cursor":${JSON.stringify(cursor)}`;
  const json = `${joined(rows, rest)},"as_of":"${new Date(asOfMs).toISOString()}"}`;
  return new UnkeptAnswer(json, asOfMs, { nextPath: cursor === null ? null : nextPath(path, query, cursor) });
}

/**
 * Id of the event before which a page of {@link ownListAnswer} begins; null for the list's beginning.
 *
 * @throws {DomainError} `invalid_cursor` as {@link positionOf}.
 */
export function eventBefore(cursor: string | undefined, scope: string): string | null {
  const position = positionOf(cursor, scope);
  if (position === null) return null;
  if (position.key !== null || !/^evt_[0-9A-Za-z_-]{1,64}$/.test(position.id)) throw invalidCursor();
  return position.id;
}

function nextPath(path: string, query: object, cursor: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && name !== 'cursor') parameters.set(name, String(value));
  }
  parameters.set('cursor', cursor);
  return `${path}?${parameters.toString()}`;
}
