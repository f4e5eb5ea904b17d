import type { Position } from '@droptrack/pagination';
import { comparePosition, type Order, positionOf } from './order';
import { firstIndex } from './sorted';

/** A page of a list: `next` is where it ended, null when nothing comes after it. */
export interface RowPage<T> {
  readonly rows: readonly T[];
  readonly next: Position | null;
}

/** The index at which the rows after `position` begin; 0 when it is null. */
export function indexAfter<T extends { readonly id: string }>(
  rows: readonly T[],
  order: Order<T>,
  position: Position | null,
): number {
  if (position === null) return 0;
  return firstIndex(rows, (row) => comparePosition(order, row, position) > 0);
}

/**
 * Cuts the page from the rows that come next in a list.
 *
 * @param rows - at least `limit` + 1 of them where there are as many: the one beyond tells that more is to come.
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
