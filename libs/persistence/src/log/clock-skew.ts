/** Maximum difference in milliseconds. Beyond it a process is not ready: one of the two clocks is wrong. */
export const CLOCK_SKEW_MS_MAX = 500;

/** A reading of a remote clock, in milliseconds since the epoch, and of a local clock before and after it. */
export interface ClockReading {
  readonly clockMs: number;
  readonly requestedMs: number;
  readonly receivedMs: number;
}

/**
 * Lead of a remote clock in milliseconds; negative when it is behind. It was read at some time between request and response,
 * so a difference within that interval counts as 0.
 */
export function clockSkewMs({ clockMs, requestedMs: requestedMs, receivedMs: receivedMs }: ClockReading): number {
  return Math.max(0, clockMs - receivedMs) + Math.min(0, clockMs - requestedMs);
}
