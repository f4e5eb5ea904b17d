import { DEFAULT_SORT_ORDER, type DropSort, type DropStatus, type SortOrder } from '@droptrack/contracts';
import type { Position } from '@droptrack/pagination';
import type { DropEntry } from './drop-entry';
import { dropOrder } from './drop-table';
import { foldCase } from './fold-case';
import { cutPage, indexAfter, type RowPage } from './row-page';
import { turned } from './sorted';
import type { CatalogueView } from './view';

/** Which drops a list shows, and in which order. Null: whatever it is. */
export interface DropListQuery {
  readonly sort: DropSort;
  readonly order: SortOrder;
  readonly statuses: ReadonlySet<DropStatus> | null;
  readonly chains: ReadonlySet<string> | null;
  /** Part of the name or slug, in any case. */
  readonly q: string | null;
  /** Inclusive, milliseconds since the epoch. */
  readonly updatedSinceMs: number | null;
}

/**
 * A page of drops. Whatever is folded between two pages, a drop whose sort key and filter fields stay as
 * they are is seen once and only once.
 *
 * @param after - `next` of the page before: an integer for `hype` and `legit`, US dollars for `ev`,
 *   milliseconds since the epoch for `snapshot`, null for a drop without a value.
 * @param limit - rows at most, at least 1.
 */
export function listDrops(
  view: CatalogueView,
  query: DropListQuery,
  after: Position | null,
  limit: number,
): RowPage<DropEntry> {
  const order = dropOrder(query.sort, query.order);
  const rows = sortedRows(view, query);
  const begin = indexAfter(rows, order, after);
  const found = scan(rows, begin, limit + 1, scanFilter(query));
  return cutPage(found, order, limit);
}

/** The whole list but for `q` and `updatedSinceMs`, which are too varied to keep lists for. */
function sortedRows({ drops }: CatalogueView, { sort, order, statuses, chains }: DropListQuery): readonly DropEntry[] {
  const all = drops.sorted[sort];
  const inDefaultOrder = order === DEFAULT_SORT_ORDER[sort];
  if (inDefaultOrder && statuses === null && chains === null) return all;
  const key = JSON.stringify([sort, order, namesOf(statuses), namesOf(chains)]);
  return drops.memo.get(key, () => {
    const rows = all.filter(
      (row) => (statuses === null || statuses.has(row.status)) && (chains === null || chains.has(row.chain)),
    );
    return inDefaultOrder ? rows : turned(rows, dropOrder(sort, DEFAULT_SORT_ORDER[sort]));
  });
}

const namesOf = (names: ReadonlySet<string> | null): readonly string[] | null => names && [...names].sort();

/** Null when every row passes. */
function scanFilter({ q, updatedSinceMs }: DropListQuery): ((row: DropEntry) => boolean) | null {
  if (q === null && updatedSinceMs === null) return null;
  const part = q === null ? '' : foldCase(q);
  const sinceMs = updatedSinceMs ?? Number.NEGATIVE_INFINITY;
  return (row) => row.updatedAtMs >= sinceMs && (row.id.includes(part) || row.nameFolded.includes(part));
}

function scan<T>(rows: readonly T[], begin: number, count: number, passes: ((row: T) => boolean) | null): readonly T[] {
  if (passes === null) return rows.slice(begin, begin + count);
  const found: T[] = [];
  for (let index = begin; index < rows.length && found.length < count; index += 1) {
    const row = rows[index];
    if (row !== undefined && passes(row)) found.push(row);
  }
  return found;
}
