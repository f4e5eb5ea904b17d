/** Recurring work. */
export interface Job {
  /** Name in logs and metrics, such as `pass`. */
  readonly name: string;
  /**
   * True when it should run at this instant, in milliseconds since the epoch. Evaluated at each tick instead of a timer, so
   * that a clock that jumps, or a machine that was suspended, delays it by one tick at most.
   */
  isDue(nowMs: number): boolean;
  /**
   * Runs one batch.
   *
   * @returns true when there is more to do at once.
   */
  run(nowMs: number): Promise<boolean>;
}
