import type { DropSort, DropStatus, SortOrder } from '@droptrack/contracts';
import type { Position } from '@droptrack/pagination';
import type { DropEntry } from './drop-entry';
import { dropOrder } from './drop-order';
import { placesOfSome } from './drop-partition';
import { foldCase } from './fold-case';
import { rowsAt } from './merge';
import { cutPage, indexAfter, type RowPage } from './row-page';
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
  { drops }: CatalogueView,
  query: DropListQuery,
  after: Position | null,
  limit: number,
): RowPage<DropEntry> {
  const { sort, statuses, chains } = query;
  const order = dropOrder(sort, query.order);
  const partition = drops.partitions.of(sort, query.order);
  const begin = indexAfter(partition.rows, order, after);
  const places = placesOfSome(partition, statuses, chains);
  const passes = scanFilter(query);
  const found =
    places === null
      ? scan(partition.rows, begin, limit + 1, passes)
      : rowsAt(partition.rows, places, begin, limit + 1, passes);
  return cutPage(found, order, limit);
}

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
