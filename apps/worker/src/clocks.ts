/** Where the worker reads time. */
export interface Clocks {
  /** Milliseconds since the epoch, by the clock of the database; may step either way, as that clock may. */
  readonly now: () => number;
  /** Milliseconds; never steps back. */
  readonly monotonicMs: () => number;
}
