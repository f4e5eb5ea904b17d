import type { Revision } from '../revision';
import { type CalendarEntry, calendarEntryOf } from './calendar-entry';
import { BY_ID, type Order } from './order';
import { findById, withChanges } from './sorted';

/** Cache limits: number of lists, and total number of rows; 500 000 pointers are 4 MB. */
const LISTS_MAX = 64;
const ROWS_MAX = 500_000;

/**
 * Cache of filtered lists for the next page. It evicts the least recently used list, so that memory is bounded for any
 * number of filters.
 */
export class RowMemo<T> {
  private readonly lists = new Map<string, readonly T[]>();
  private rowCount = 0;

  /** Returns the list of `key`, built if it is not cached. `build` must be deterministic per key. */
  get(key: string, build: () => readonly T[]): readonly T[] {
    const known = this.lists.get(key);
    if (known !== undefined) this.drop(key, known);
    const list = known ?? build();
    this.keep(key, list);
    return list;
  }

  /** A map iterates in insertion order, so its first key is the least recently used. */
  private keep(key: string, list: readonly T[]): void {
    if (list.length > ROWS_MAX) return;
    for (const [oldest, rows] of this.lists) {
      if (this.lists.size < LISTS_MAX && this.rowCount + list.length <= ROWS_MAX) break;
      this.drop(oldest, rows);
    }
    this.lists.set(key, list);
    this.rowCount += list.length;
  }

  private drop(key: string, list: readonly T[]): void {
    this.lists.delete(key);
    this.rowCount -= list.length;
  }
}

/** Calendar of a view. Immutable except for the cache `memo`. */
export interface CalendarTable {
  readonly byId: readonly CalendarEntry[];
  /** Sorted by start, then id. */
  readonly byStart: readonly CalendarEntry[];
  /** Grouped by drop, then by id. A drop has few events, so its calendar is sorted per request. */
  readonly byDrop: readonly CalendarEntry[];
  /** Filtered lists of this table. */
  readonly memo: RowMemo<CalendarEntry>;
}

/** Order of the calendar. */
export const BY_START: Order<CalendarEntry> = { key: (row) => row.startsAtMs, descending: false };

const BY_DROP: Order<CalendarEntry> = { key: (row) => row.drop, descending: false };

export const emptyCalendarTable: CalendarTable = { byId: [], byStart: [], byDrop: [], memo: new RowMemo() };

/** Calendar of events in any order, each with an id of its own. */
export function calendarTableOf(rows: readonly CalendarEntry[]): CalendarTable {
  const inOrder = (order: Order<CalendarEntry>) => withChanges([], [], rows, order);
  return { byId: inOrder(BY_ID), byStart: inOrder(BY_START), byDrop: inOrder(BY_DROP), memo: new RowMemo() };
}

/**
 * Folds revisions of calendar events into a table.
 *
 * @param revisions - at most one per event.
 * @returns the same table without revisions.
 */
export function foldCalendar(table: CalendarTable, revisions: readonly Revision[]): CalendarTable {
  if (revisions.length === 0) return table;
  const added = revisions.map(calendarEntryOf).filter((row) => row !== null);
  const removed = revisions.map(({ id }) => findById(table.byId, id)).filter((row) => row !== null);
  return {
    byId: withChanges(table.byId, removed, added, BY_ID),
    byStart: withChanges(table.byStart, removed, added, BY_START),
    byDrop: withChanges(table.byDrop, removed, added, BY_DROP),
    memo: new RowMemo(),
  };
}
