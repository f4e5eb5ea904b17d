import { type CalendarEventType, isSampleDropId } from '@droptrack/contracts';
import type { Position } from '@droptrack/pagination';
import type { CalendarEntry } from './calendar-entry';
import { BY_START, type CalendarTable } from './calendar-table';
import { compareRows } from './order';
import { cutPage, firstIndex, indexAfter, type RowPage } from './sorted';
import type { CatalogueView } from './view';

/** Filters of a calendar; null disables a filter. */
export interface CalendarListQuery {
  /** Start of the first day, inclusive, milliseconds since the epoch. */
  readonly fromMs: number;
  /** End of the last day, exclusive, milliseconds since the epoch. */
  readonly toMs: number | null;
  readonly type: CalendarEventType | null;
  /** Slug of the drop. */
  readonly drop: string | null;
  readonly chain: string | null;
  /** True: only events of sample drops; false: only those of real ones. */
  readonly sample: boolean | null;
  /** Include windows that opened before `fromMs` and close after it, except cancelled ones. */
  readonly includeOngoing: boolean;
}

/**
 * Returns a page of the calendar by start, then id. An event whose start and filter members do not change between two pages
 * is returned exactly once, whatever revisions are folded in between.
 *
 * @param after - `next` of the previous page; its key is the start in milliseconds since the epoch.
 * @param limit - maximum number of rows, 1 or more.
 */
export function listCalendar(
  { calendar }: CatalogueView,
  query: CalendarListQuery,
  after: Position | null,
  limit: number,
): RowPage<CalendarEntry> {
  const { fromMs, toMs } = query;
  const rows = query.drop === null ? matchingRows(calendar, query) : rowsOfDrop(calendar, query, query.drop);
  const first = firstIndex(rows, (row) => row.startsAtMs >= fromMs);
  const end = toMs === null ? rows.length : firstIndex(rows, (row) => row.startsAtMs >= toMs);

  const ongoing = query.includeOngoing ? ongoingRows(calendar, query, rows, first) : [];
  const begin = Math.max(first, indexAfter(rows, BY_START, after));
  const ongoingBegin = indexAfter(ongoing, BY_START, after);
  const found = [
    ...ongoing.slice(ongoingBegin, ongoingBegin + limit + 1),
    ...rows.slice(begin, Math.min(begin + limit + 1, end)),
  ];
  return cutPage(found, BY_START, limit);
}

function matchingRows({ byStart, memo }: CalendarTable, query: CalendarListQuery): readonly CalendarEntry[] {
  if (query.type === null && query.chain === null && query.sample === null) return byStart;
  return memo.get(filterKey(query), () => byStart.filter(matches(query)));
}

function rowsOfDrop({ byDrop }: CalendarTable, query: CalendarListQuery, drop: string): readonly CalendarEntry[] {
  const begin = firstIndex(byDrop, (row) => row.drop >= drop);
  const end = firstIndex(byDrop, (row) => row.drop > drop);
  return byDrop
    .slice(begin, end)
    .filter(matches(query))
    .sort((a, b) => compareRows(BY_START, a, b));
}

function ongoingRows(
  { memo }: CalendarTable,
  query: CalendarListQuery,
  rows: readonly CalendarEntry[],
  first: number,
): readonly CalendarEntry[] {
  const { fromMs, drop } = query;
  const build = (): readonly CalendarEntry[] =>
    rows.slice(0, first).filter((row) => row.endsAtMs !== null && row.endsAtMs > fromMs && row.status !== 'cancelled');
  return drop === null ? memo.get(`${filterKey(query)} ongoing ${fromMs}`, build) : build();
}

function matches({ type, chain, sample }: CalendarListQuery): (row: CalendarEntry) => boolean {
  return (row) =>
    (type === null || row.type === type) &&
    (chain === null || row.chain === chain) &&
    (sample === null || isSampleDropId(row.drop) === sample);
}

const filterKey = ({ type, chain, sample }: CalendarListQuery): string => JSON.stringify([type, chain, sample]);
