import { hash } from 'node:crypto';
import { decodeCursor, encodeCursor, InvalidCursorError, type Position } from '@droptrack/pagination';
import { DomainError } from '../errors/domain-error';
import { Answer } from './answer';

/** One page of ready rows, and where the next one begins. */
export interface Slice {
  readonly rows: readonly { readonly json: string }[];
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
  const data = slice.rows.map((row) => row.json).join(',');
  const json = `{"data":[${data}],"has_more":${cursor !== null},"next_cursor":${JSON.stringify(cursor)}`;
  const tagged = slice.rows.map(tagOf).join() + String(cursor);
  return new Answer(json, true, cursor === null ? null : nextPath(path, query, cursor), tagged);
}

const tags = new WeakMap<object, string>();

/** Stands for a row in the tags of all pages it is on. */
function tagOf(row: { readonly json: string }): string {
  let tag = tags.get(row);
  if (tag === undefined) {
    tag = hash('sha1', row.json, 'base64url');
    tags.set(row, tag);
  }
  return tag;
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
    const detail = 'is not a cursor of this list; begin again without it';
    throw new DomainError('invalid_cursor', `cursor ${detail}`, {
      errors: [{ parameter: 'cursor', code: 'cursor', detail }],
    });
  }
}

function nextPath(path: string, query: object, cursor: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && name !== 'cursor') parameters.set(name, String(value));
  }
  parameters.set('cursor', cursor);
  return `${path}?${parameters.toString()}`;
}
