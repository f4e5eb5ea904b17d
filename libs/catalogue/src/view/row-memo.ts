/** Lists kept at most, and rows in all of them together: 500 000 pointers are 4 MB. */
const LISTS_MAX = 64;
const ROWS_MAX = 500_000;

/**
 * Lists of rows that were asked for, kept for the next page. It has bounds, and gives up the list that was
 * asked for longest ago: however many filters a client thinks up, memory stays as it is.
 */
export class RowMemo<T> {
  private readonly lists = new Map<string, readonly T[]>();
  private rowCount = 0;

  /** The list under `key`, built when it is not kept. `build` must always give the same list for the same key. */
  get(key: string, build: () => readonly T[]): readonly T[] {
    const known = this.lists.get(key);
    if (known !== undefined) this.drop(key, known);
    const list = known ?? build();
    this.keep(key, list);
    return list;
  }

  /** A map gives its keys in the order they were set: the first is the one asked for longest ago. */
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
