import type { DropSort, SortOrder } from '@droptrack/contracts';
import type { Position } from '@droptrack/pagination';
import { type DropEntry, dropOrder, SEARCH_SEPARATOR } from './drop-entry';
import type { DropPartition, PartitionFilters } from './drop-partition';
import type { DropTable } from './drop-table';
import { searchForm } from './search-form';
import { cutPage, firstIndex, indexAfter, type RowPage } from './sorted';
import type { CatalogueView } from './view';

/** Filters and order of a list of drops; null disables a filter. */
export interface DropListQuery extends PartitionFilters {
  readonly sort: DropSort;
  readonly order: SortOrder;
  /** Part of the name, the slug or the token symbol, without regard to case, spaces and punctuation. */
  readonly q: string | null;
  /** Inclusive, milliseconds since the epoch. */
  readonly updatedSinceMs: number | null;
}

/**
 * Returns a page of drops. A drop whose sort key and filter members do not change between two pages is returned exactly
 * once, whatever revisions are folded in between.
 *
 * @param after - `next` of the previous page; its key is an integer for `hype` and `legit`, US dollars for `ev`,
 *   milliseconds since the epoch for `snapshot` and `launch`, a text for `name`, and null for a drop without a value.
 * @param limit - maximum number of rows, 1 or more.
 */
export function listDrops(
  { drops }: CatalogueView,
  query: DropListQuery,
  after: Position | null,
  limit: number,
): RowPage<DropEntry> {
  const order = dropOrder(query.sort, query.order);
  const partition = drops.partitions.of(query.sort, query.order);
  const { rows } = partition;
  const begin = indexAfter(rows, order, after);
  const searched = query.q === null ? null : searchedPlaces(drops, partition, query, begin);
  const places = searched === null ? partition.placesOf(query) : [searched];
  const passes = rowFilter(query, drops);
  const found = places === null ? scan(rows, begin, limit + 1, passes) : rowsAt(rows, places, begin, limit + 1, passes);
  return cutPage(found, order, limit);
}

/** Maximum number of candidates of a search; with more, a scan of the list finds a page sooner. */
const SEARCHED_SHARE = 1 / 8;

/** Indexes of the candidates of a search; null if a scan of the list is faster. */
function searchedPlaces(
  { search }: DropTable,
  partition: DropPartition,
  query: DropListQuery,
  begin: number,
): ArrayLike<number> | null {
  const most = partition.rows.length * SEARCHED_SHARE;
  return partition.searchablePlaces(search).ofCandidates(searchForm(query.q ?? ''), query, begin, most);
}

/** Null without filters. */
function rowFilter({ q, updatedSinceMs }: DropListQuery, { symbols }: DropTable): ((row: DropEntry) => boolean) | null {
  if (q === null && updatedSinceMs === null) return null;
  const sinceMs = updatedSinceMs ?? Number.NEGATIVE_INFINITY;
  if (q === null) return (row) => row.updatedAtMs >= sinceMs;
  const part = searchForm(q);
  // A match must not span two texts.
  if (part.includes(SEARCH_SEPARATOR)) return () => false;
  return (row) =>
    row.updatedAtMs >= sinceMs && (row.searchText.includes(part) || symbols.get(row.id)?.includes(part) === true);
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

/** Ascending indexes. */
type Places = ArrayLike<number>;

/**
 * Returns the next rows at the given indexes, in the order of the list.
 *
 * @param places - disjoint lists of ascending indexes in `rows`.
 * @param begin - first index.
 * @param count - maximum number of rows.
 * @param passes - filter; null for all rows.
 */
export function rowsAt<T>(
  rows: readonly T[],
  places: readonly Places[],
  begin: number,
  count: number,
  passes: ((row: T) => boolean) | null,
): readonly T[] {
  const found: T[] = [];
  const heads = places.map((list) => firstIndex(list, (place) => place >= begin));
  while (found.length < count) {
    const row = rows[takeLowest(places, heads)];
    if (row === undefined) break;
    if (passes === null || passes(row)) found.push(row);
  }
  return found;
}

/** Advances the list with the lowest index and returns that index; infinity after the last one. */
function takeLowest(places: readonly Places[], heads: number[]): number {
  let lowest = Number.POSITIVE_INFINITY;
  let at = -1;
  for (let index = 0; index < heads.length; index += 1) {
    const place = places[index]?.[heads[index] ?? 0];
    if (place !== undefined && place < lowest) {
      lowest = place;
      at = index;
    }
  }
  if (at >= 0) heads[at] = (heads[at] ?? 0) + 1;
  return lowest;
}
