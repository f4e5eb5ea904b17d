import type { Position } from '@droptrack/pagination';
import { comparePosition, type Order, positionOf } from './order';
import { firstIndex } from './sorted';

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
