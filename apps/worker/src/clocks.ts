/** Where the worker reads time. */
export interface Clocks {
  /** Milliseconds since the epoch; may jump either way, as when a machine wakes or its clock is set. */
  readonly now: () => number;
  /** Milliseconds; never steps back. */
  readonly monotonicMs: () => number;
}
