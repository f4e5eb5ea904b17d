/** Clocks of the worker. */
export interface Clocks {
  /** Milliseconds since the epoch, by the clock of the database; may jump, as that clock may. */
  readonly now: () => number;
  /** Milliseconds; monotonic. */
  readonly monotonicMs: () => number;
}
