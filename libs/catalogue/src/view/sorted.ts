import { comparePosition, compareRows, type Order, positionOf } from './order';
import type { Position } from '@droptrack/pagination';

interface Identified {
  readonly id: string;
}

/** Index of the first row for which `holds` is true, or the length. `holds` must be monotonic over the rows. */
export function firstIndex<T>(rows: ArrayLike<T>, holds: (row: T) => boolean): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(rowAt(rows, middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Finds a row by id in rows sorted by id. */
export function findById<T extends Identified>(rows: readonly T[], id: string): T | null {
  const row = rows[firstIndex(rows, (candidate) => candidate.id >= id)];
  return row?.id === id ? row : null;
}

interface Edit<T> {
  /** Index in the original rows. */
  readonly index: number;
  /** Row to insert before that index; null removes the row at it. */
  readonly added: T | null;
}

/**
 * Copies sorted rows with removals and insertions. k changes to n rows take n pointer copies and k·log(n) comparisons; only
 * the added rows are sorted.
 *
 * @param removed - rows of `rows`, in any order.
 * @param added - rows in any order, possibly at the position of a removed one.
 */
export function withChanges<T extends Identified>(
  rows: readonly T[],
  removed: readonly T[],
  added: readonly T[],
  order: Order<T>,
): readonly T[] {
  if (removed.length === 0 && added.length === 0) return rows;
  const sortedAdded = added.toSorted((a, b) => compareRows(order, a, b));
  if (rows.length === 0) return sortedAdded;

  // Allocated with its final length: `push` takes three times as long.
  const result = new Array<T>(rows.length - removed.length + added.length);
  let read = 0;
  let written = 0;
  const copyTo = (end: number): void => {
    while (read < end) result[written++] = rowAt(rows, read++);
  };
  for (const edit of editsOf(rows, removed, sortedAdded, order)) {
    copyTo(edit.index);
    if (edit.added === null) read = edit.index + 1;
    else result[written++] = edit.added;
  }
  copyTo(rows.length);
  return result;
}

/** Sorts by index. The sort is stable, so rows added at the same index keep their order. */
function editsOf<T extends Identified>(
  rows: readonly T[],
  removed: readonly T[],
  sortedAdded: readonly T[],
  order: Order<T>,
): readonly Edit<T>[] {
  const indexOf = (row: T): number => {
    const position = positionOf(order, row);
    return firstIndex(rows, (candidate) => comparePosition(order, candidate, position) >= 0);
  };
  const additions = sortedAdded.map((row) => ({ index: indexOf(row), added: row }));
  const removals = removed.map((row) => ({ index: indexOf(row), added: null }));
  return [...additions, ...removals].sort((a, b) => a.index - b.index);
}

/**
 * Returns the rows in the opposite direction of `order`: keys reversed, missing keys last, ties by id ascending. It takes
 * one pass without sorting.
 */
export function turned<T extends Identified>(rows: readonly T[], order: Order<T>): readonly T[] {
  const result: T[] = [];
  const valued = firstIndex(rows, (row) => order.key(row) === null);
  for (let end = valued; end > 0;) {
    const key = order.key(rowAt(rows, end - 1));
    let start = end - 1;
    while (start > 0 && order.key(rowAt(rows, start - 1)) === key) start -= 1;
    for (let index = start; index < end; index += 1) result.push(rowAt(rows, index));
    end = start;
  }
  for (let index = valued; index < rows.length; index += 1) result.push(rowAt(rows, index));
  return result;
}

/** Unchecked access: the caller guarantees the index, and a check would cost time for every row of every copy. */
function rowAt<T>(rows: ArrayLike<T>, index: number): T {
  return rows[index] as T;
}

/** Page of a list; `next` is the position of its last row, null on the last page. */
export interface RowPage<T> {
  readonly rows: readonly T[];
  readonly next: Position | null;
}

/** Index of the first row after `position`; 0 for null. */
export function indexAfter<T extends { readonly id: string }>(
  rows: readonly T[],
  order: Order<T>,
  position: Position | null,
): number {
  if (position === null) return 0;
  return firstIndex(rows, (row) => comparePosition(order, row, position) > 0);
}

/**
 * Creates a page from the next rows of a list.
 *
 * @param rows - the next `limit` + 1 rows, or fewer at the end: the additional row shows that there is a next page.
 */
export function cutPage<T extends { readonly id: string }>(
  rows: readonly T[],
  order: Order<T>,
  limit: number,
): RowPage<T> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last !== undefined ? positionOf(order, last) : null };
}
