/** Beyond this, in milliseconds, a process is not ready: one of the two clocks is wrong, and it cannot know which. */
export const CLOCK_SKEW_MS_MAX = 500;

/** A clock that was read elsewhere, in milliseconds since the epoch, and a clock of ours before and after, in milliseconds. */
export interface ClockReading {
  readonly clockMs: number;
  readonly askedMs: number;
  readonly answeredMs: number;
}

/**
 * How far a clock is ahead of ours, in milliseconds; below 0 behind. It was read at some time between question and answer:
 * what lies between the two is no fault of it, however long the answer took.
 */
export function clockSkewMs({ clockMs, askedMs, answeredMs }: ClockReading): number {
  return Math.max(0, clockMs - answeredMs) + Math.min(0, clockMs - askedMs);
}
