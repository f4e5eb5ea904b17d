/** Work that comes up again and again. */
export interface Job {
  /** In logs and figures: `pass`. */
  readonly name: string;
  /**
   * Whether it should run at this instant, in milliseconds since the epoch. It is asked at each
   * tick and nothing is timed ahead, so that a clock that jumps or a machine that slept costs a
   * tick, and not an hour.
   */
  isDue(nowMs: number): boolean;
  /**
   * Does one piece of it.
   *
   * @returns whether there is more to do at once.
   */
  run(nowMs: number): Promise<boolean>;
}
