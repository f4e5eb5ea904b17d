/** End of a page: sort key of the last row, and its id as tie-breaker. */
export interface Position {
  /** Sort key; null for rows without a value, which come last. */
  readonly key: number | string | null;
  readonly id: string;
}
