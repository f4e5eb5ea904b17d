import type { Position } from '@droptrack/pagination';

/** Sort key of a row; null without a value. */
export type SortKey = Position['key'];

/** Total order of rows: by key, missing keys last, ties by id ascending. */
export interface Order<T> {
  readonly key: (row: T) => SortKey;
  /** Applies to keys only: missing keys stay last, ties stay ascending. */
  readonly descending: boolean;
}

/** Order by id. */
export const BY_ID: Order<{ readonly id: string }> = { key: () => null, descending: false };

/** Position of a row in an order, as a cursor contains it. Numbers and texts survive JSON exactly. */
export function positionOf<T extends { readonly id: string }>(order: Order<T>, row: T): Position {
  return { key: order.key(row), id: row.id };
}

/** Compares two rows for sorting. */
export function compareRows<T extends { readonly id: string }>(order: Order<T>, a: T, b: T): number {
  return comparePlaces(order.key(a), a.id, order.key(b), b.id, order.descending);
}

/**
 * Compares a row with a position: below 0 before it, above 0 after it.
 *
 * The row of the position need not exist any more. A key of another type, from a forged cursor, has an unspecified result,
 * never an error.
 */
export function comparePosition<T extends { readonly id: string }>(
  order: Order<T>,
  row: T,
  position: Position,
): number {
  return comparePlaces(order.key(row), row.id, position.key, position.id, order.descending);
}

/** Compares texts by code unit, independent of the locale. */
function comparePlaces(keyA: SortKey, idA: string, keyB: SortKey, idB: string, descending: boolean): number {
  if (keyA !== keyB) {
    if (keyA === null) return 1;
    if (keyB === null) return -1;
    return keyA < keyB === descending ? 1 : -1;
  }
  if (idA === idB) return 0;
  return idA < idB ? -1 : 1;
}
