const SECOND_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;

/**
 * From how many failures in a row an endpoint is left alone for a while, so that one that is dead costs next to nothing:
 * one attempt after each wait, and twice the wait if that fails as well.
 */
export const BREAKER = { failures: 5, firstMs: 10 * SECOND_MS, longestMs: 300 * SECOND_MS } as const;

/**
 * A `blockedUntilMs` further ahead than this was written by a wrong clock, in milliseconds, and does not count. A minute
 * more than any wait, as outcomes are stored some time after the attempts.
 */
export const BLOCKED_AHEAD_MS_MAX = BREAKER.longestMs + 60 * SECOND_MS;

/** An endpoint is given up after this long of nothing but failures, in milliseconds. */
export const GIVE_UP_AFTER_MS = 5 * DAY_MS;

/**
 * Failures further apart than this are not "nothing but failures": for so long nobody knows how the endpoint did, since
 * there was nothing to send, or sending was paused. Longer than any wait between two attempts of a delivery.
 */
const SILENCE_MS = 2 * DAY_MS;

/** How an endpoint does. */
export interface EndpointHealth {
  /** Attempts that failed in a row, without those that were under way when the breaker opened. */
  readonly failures: number;
  /** Since when all have failed, and when the last did, milliseconds since the epoch; null while the last one did not. */
  readonly failingSinceMs: number | null;
  readonly failedMs: number | null;
  /** Until then it is left alone; null or past when it is not. */
  readonly blockedUntilMs: number | null;
}

/** The health of an endpoint that nothing is held against. */
export const SOUND: EndpointHealth = { failures: 0, failingSinceMs: null, failedMs: null, blockedUntilMs: null };

/** How an attempt ended, as far as the endpoint's health is concerned. */
export interface EndedAttempt {
  readonly startedMs: number;
  readonly endedMs: number;
  readonly isDelivered: boolean;
  /** Null without an answer. */
  readonly statusCode: number | null;
}

/**
 * What an attempt tells of its endpoint. A success clears everything; a failure counts, unless the endpoint was
 * blocked already when it ended: it had been sent before, and tells nothing new.
 *
 * @returns how the endpoint does now, and why it is to be disabled, or null: `gone` when it says so itself by 410,
 *   `failing` after five days of failures.
 */
export function healthAfter(
  health: EndpointHealth,
  { startedMs, endedMs, isDelivered, statusCode }: EndedAttempt,
): { health: EndpointHealth; disable: 'gone' | 'failing' | null } {
  if (isDelivered) return { health: SOUND, disable: null };
  const isSilent = health.failedMs !== null && startedMs - health.failedMs > SILENCE_MS;
  const { failures, failingSinceMs, failedMs, blockedUntilMs } = isSilent ? SOUND : health;
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

/** How long an endpoint is left alone after so many failures in a row, in milliseconds; null for not at all. */
function breakerMs(failures: number): number | null {
  const { failures: opensAt, firstMs, longestMs } = BREAKER;
  return failures < opensAt ? null : Math.min(longestMs, firstMs * 2 ** Math.min(failures - opensAt, 16));
}
