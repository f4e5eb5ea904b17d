import { HYPE_BUCKETS, type HypeInterval, type HypeWindow } from '@droptrack/contracts';

const HOUR_MS = 3_600_000;

/** Buckets of a series; all instants are in milliseconds since the epoch. */
export interface HypeSpan {
  readonly window: HypeWindow;
  readonly interval: HypeInterval;
  readonly bucketHours: number;
  /** Start of the first bucket, exclusive. */
  readonly fromMs: number;
  /** End of the last bucket, inclusive. */
  readonly toMs: number;
  /** Ends of all buckets, ascending. */
  readonly endsMs: readonly number[];
}

/**
 * Buckets of a window at an instant. They end on multiples of their length since the epoch; the last one ends at or
 * before the instant.
 */
export function hypeSpan(window: HypeWindow, atMs: number): HypeSpan {
  const { interval, hours, count } = HYPE_BUCKETS[window];
  const lengthMs = hours * HOUR_MS;
  const toMs = Math.floor(atMs / lengthMs) * lengthMs;
  const fromMs = toMs - count * lengthMs;
  const endsMs = Array.from({ length: count }, (_, index) => fromMs + (index + 1) * lengthMs);
  return { window, interval, bucketHours: hours, fromMs, toMs, endsMs };
}
