import { exponentialDelayMs } from '@droptrack/resilience';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

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
  /** Failed attempts including this one, since the beginning of the schedule. */
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

/**
 * Circuit breaker of an endpoint. It opens after this many consecutive failures, so that a dead endpoint costs little: one
 * attempt after each wait, and twice the wait if that attempt fails too.
 */
export const BREAKER = { failures: 5, firstMs: 10 * SECOND_MS, maxMs: 300 * SECOND_MS } as const;

/**
 * Maximum distance of `blockedUntilMs` into the future, in milliseconds. A larger one was written with a wrong clock and is
 * ignored. It is a minute longer than the longest wait, because outcomes are stored some time after the attempts.
 */
export const BLOCKED_AHEAD_MS_MAX = BREAKER.maxMs + 60 * SECOND_MS;

/** Time of consecutive failures after which an endpoint is disabled, in milliseconds. */
export const GIVE_UP_AFTER_MS = 5 * DAY_MS;

/**
 * Maximum time between two consecutive failures, in milliseconds. After a longer gap, without deliveries or with sending
 * paused, the state of the endpoint is unknown. It is longer than every wait of the retry schedule.
 */
const SILENCE_MS = 2 * DAY_MS;

/** Health of an endpoint. */
export interface EndpointHealth {
  /** Consecutive failures, without attempts that were in flight when the breaker opened. */
  readonly failures: number;
  /** First and last of the consecutive failures, milliseconds since the epoch; null after a success. */
  readonly failingSinceMs: number | null;
  readonly failedMs: number | null;
  /** End of the open state of the breaker, milliseconds since the epoch; null or past while it is closed. */
  readonly blockedUntilMs: number | null;
}

/** Health of an endpoint without failures. */
export const HEALTHY: EndpointHealth = { failures: 0, failingSinceMs: null, failedMs: null, blockedUntilMs: null };

/** Completed attempt, as far as the health of the endpoint depends on it. */
export interface EndedAttempt {
  readonly startedMs: number;
  readonly endedMs: number;
  readonly isDelivered: boolean;
  /** Null without a response. */
  readonly statusCode: number | null;
}

/**
 * Computes the health of an endpoint after an attempt. A success resets it. A failure counts, unless the breaker was open
 * when the attempt ended: then it was sent before the breaker opened.
 *
 * @returns the new health, and the reason to disable the endpoint or null: `gone` after status 410, `failing` after five
 *   days of failures.
 */
export function healthAfter(
  health: EndpointHealth,
  { startedMs, endedMs, isDelivered, statusCode }: EndedAttempt,
): { health: EndpointHealth; disable: 'gone' | 'failing' | null } {
  if (isDelivered) return { health: HEALTHY, disable: null };
  const isStale = health.failedMs !== null && startedMs - health.failedMs > SILENCE_MS;
  const { failures, failingSinceMs, failedMs, blockedUntilMs } = isStale ? HEALTHY : health;
  const sinceMs = Math.min(failingSinceMs ?? startedMs, startedMs);
  const isBlocked =
    blockedUntilMs !== null && endedMs <= blockedUntilMs && blockedUntilMs - endedMs <= BLOCKED_AHEAD_MS_MAX;
  const count = isBlocked ? failures : failures + 1;
  const waitMs = isBlocked ? null : breakerMs(count);
  const disable = statusCode === 410 ? 'gone' : endedMs - sinceMs >= GIVE_UP_AFTER_MS ? 'failing' : null;
  return {
    health: {
      failures: count,
      failingSinceMs: sinceMs,
      failedMs: Math.max(failedMs ?? endedMs, endedMs),
      blockedUntilMs: waitMs === null ? blockedUntilMs : endedMs + waitMs,
    },
    disable,
  };
}

/**
 * Open time of the breaker after this many consecutive failures, in milliseconds; null while it stays closed. Without
 * jitter, as docs/webhooks.md states these times; the deliveries have the jitter of the retry schedule.
 */
function breakerMs(failures: number): number | null {
  return failures < BREAKER.failures ? null : exponentialDelayMs(BREAKER, failures - BREAKER.failures, () => 1);
}
