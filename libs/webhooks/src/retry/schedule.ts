const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits between the attempts of a delivery. */
export interface RetrySchedule {
  /** Waits from the end of an attempt to the next, in milliseconds. There is one more attempt than waits. */
  readonly waitsMs: readonly number[];
  /** Maximum jitter as a share of the wait, so that deliveries that failed together are not retried together. */
  readonly jitter: number;
  /** Maximum excess of `Retry-After` over the wait, in milliseconds. */
  readonly retryAfterOverMs: number;
}

/** Ten attempts over about 76 hours (docs/webhooks.md). The first is immediate. */
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

/** Maximum number of attempts of a delivery. */
export const ATTEMPTS_MAX = RETRY_SCHEDULE.waitsMs.length + 1;

/** Failed attempt. */
export interface FailedAttempt {
  /** Number of the attempt, 1 for the first. */
  readonly tries: number;
  /** End, milliseconds since the epoch. */
  readonly endedMs: number;
  /** Delay in `Retry-After`, in milliseconds; null without the header. */
  readonly retryAfterMs: number | null;
}

/**
 * Time of the next attempt: after the wait of the schedule with jitter, or after `Retry-After` if that is longer, limited
 * to the wait plus `retryAfterOverMs`.
 *
 * @param random - source of the jitter, from 0 (inclusive) to 1 (exclusive).
 * @returns milliseconds since the epoch, an integer; null after the last attempt.
 */
export function nextAttemptMs(
  { tries, endedMs, retryAfterMs }: FailedAttempt,
  random: number,
  { waitsMs, jitter, retryAfterOverMs }: RetrySchedule = RETRY_SCHEDULE,
): number | null {
  const waitMs = waitsMs[tries - 1];
  if (waitMs === undefined) return null;
  const delayMs = waitMs * (1 + jitter * random);
  return Math.round(endedMs + Math.max(delayMs, Math.min(retryAfterMs ?? 0, delayMs + retryAfterOverMs)));
}
