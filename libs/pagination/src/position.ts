/** Where a page ended: the last row's sort key, and its id to break ties. */
export interface Position {
  /** Null for a row that has no value to sort by; such rows come last. */
  readonly key: number | string | null;
  readonly id: string;
}
