import type { Position } from '@droptrack/pagination';

/** What a row is sorted by; null where it has no value. */
export type SortKey = Position['key'];

/** A total order over rows that have an id: by key, missing keys last, ties by id ascending. */
export interface Order<T> {
  readonly key: (row: T) => SortKey;
  /** Turns the keys only: missing keys stay last and ties stay ascending. */
  readonly descending: boolean;
}

/** Rows by id alone. */
export const BY_ID: Order<{ readonly id: string }> = { key: () => null, descending: false };

/** Where `row` stands in `order`, as a cursor carries it: numbers and texts round-trip through JSON exactly. */
export function positionOf<T extends { readonly id: string }>(order: Order<T>, row: T): Position {
  return { key: order.key(row), id: row.id };
}

/** Compares two rows, for sorting. */
export function compareRows<T extends { readonly id: string }>(order: Order<T>, a: T, b: T): number {
  return comparePlaces(order.key(a), a.id, order.key(b), b.id, order.descending);
}

/**
 * Tells on which side of `position` a row stands: below 0 before it, above 0 after it.
 *
 * The row that the position was taken from need not exist any more. A key of another type than the
 * order's (a forged cursor) gives some answer, never an error.
 */
export function comparePosition<T extends { readonly id: string }>(
  order: Order<T>,
  row: T,
  position: Position,
): number {
  return comparePlaces(order.key(row), row.id, position.key, position.id, order.descending);
}

/** Texts compare by code unit, so that the order is the same on every machine, whatever its locale. */
function comparePlaces(keyA: SortKey, idA: string, keyB: SortKey, idB: string, descending: boolean): number {
  if (keyA !== keyB) {
    if (keyA === null) return 1;
    if (keyB === null) return -1;
    return keyA < keyB === descending ? 1 : -1;
  }
  if (idA === idB) return 0;
  return idA < idB ? -1 : 1;
}
