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
