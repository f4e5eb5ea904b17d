import type { Revision } from '../revision';
import { calendarEntryOf, type CalendarEntry } from './calendar-entry';
import { BY_ID, type Order } from './order';
import { RowMemo } from './row-memo';
import { findById, withChanges } from './sorted';

/** The calendar of a view. Immutable but for what `memo` remembers. */
export interface CalendarTable {
  readonly byId: readonly CalendarEntry[];
  /** In the order of the calendar: start, then id. */
  readonly byStart: readonly CalendarEntry[];
  /** A drop's events stand together, by id: they are few, so a calendar of one drop is sorted when it is asked for. */
  readonly byDrop: readonly CalendarEntry[];
  /** Filtered lists of this very table. */
  readonly memo: RowMemo<CalendarEntry>;
}

/** The order of the calendar. */
export const BY_START: Order<CalendarEntry> = { key: (row) => row.startsAtMs, descending: false };

const BY_DROP: Order<CalendarEntry> = { key: (row) => row.drop, descending: false };

export const emptyCalendarTable: CalendarTable = { byId: [], byStart: [], byDrop: [], memo: new RowMemo() };

/**
 * The table after revisions of calendar events.
 *
 * @param revisions - at most one for each event.
 * @returns the same table when there are none.
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
