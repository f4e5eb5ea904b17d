import type { Revision } from '../revision';
import { calendarEntryOf, type CalendarEntry } from './calendar-entry';
import { BY_ID, type Order } from './order';
import { RowMemo } from './row-memo';
import { findById, withChanges } from './sorted';

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
