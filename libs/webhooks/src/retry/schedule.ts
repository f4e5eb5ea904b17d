const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** When a delivery is tried again, and when no longer. */
export interface RetrySchedule {
  /** From the end of one attempt to the next, in milliseconds; one attempt more is made than there are waits. */
  readonly waitsMs: readonly number[];
  /** What a wait is lengthened by at most, as a share of it, so that what failed together does not come back together. */
  readonly jitter: number;
  /** A receiver may ask for this much more than the wait, in milliseconds. */
  readonly retryAfterOverMs: number;
}

/** Ten attempts over three days and a bit (docs/webhooks.md). The first is made at once. */
export const RETRY_SCHEDULE: RetrySchedule = {
  waitsMs: [
    5 * SECOND_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
    14 * HOUR_MS,
    20 * HOUR_MS,
    24 * HOUR_MS,
  ],
  jitter: 0.1,
  retryAfterOverMs: 2 * HOUR_MS,
};

/** Attempts that a delivery gets before it has failed for good. */
export const ATTEMPTS_MAX = RETRY_SCHEDULE.waitsMs.length + 1;

/** An attempt that failed. */
export interface FailedAttempt {
  /** Which it was: 1 for the first. */
  readonly tries: number;
  /** When it ended, milliseconds since the epoch. */
  readonly endedMs: number;
  /** What the receiver asked for by `Retry-After`; null where it did not. */
  readonly retryAfterMs: number | null;
}

/**
 * When a delivery is tried again after an attempt that failed: the schedule's wait, or what the receiver asked for where
 * that is longer, within bounds.
 *
 * @param random - from 0 to below 1; decides the jitter.
 * @returns milliseconds since the epoch, whole; null when the attempts are used up.
 */
export function nextAttemptMs(
  { tries, endedMs, retryAfterMs }: FailedAttempt,
  random: number,
  { waitsMs, jitter, retryAfterOverMs }: RetrySchedule = RETRY_SCHEDULE,
): number | null {
  const waitMs = waitsMs[tries - 1];
  if (waitMs === undefined) return null;
  const oursMs = waitMs * (1 + jitter * random);
  return Math.round(endedMs + Math.max(oursMs, Math.min(retryAfterMs ?? 0, oursMs + retryAfterOverMs)));
}
