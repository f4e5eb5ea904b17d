import { firstIndex } from './sorted';

/** Ascending. */
type Places = ArrayLike<number>;

/**
 * The next rows of a list that stand at some of its places, in its order.
 *
 * @param places - lists of ascending places in `rows` that have none in common.
 * @param begin - the first place that counts.
 * @param count - rows at most.
 * @param passes - null when every row does.
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

/** Moves the head on that stands at the lowest place, which is given back; infinity when all are at their ends. */
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
