import { firstIndex } from './sorted';

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
