import { ConnectionError, TimeoutError } from './errors';

const BACKOFF_MS = { first: 500, most: 8_000 };
/** Maximum `Retry-After` to wait for. A longer wait is left to the caller. */
const RETRY_AFTER_MS_MAX = 60_000;

/**
 * True for a status after which a retry can succeed.
 *
 * @param isOnce - true for a call that is not idempotent. Then only 429 is safe to retry: it rejects a request before it
 *   takes effect.
 */
export function isRetryable(status: number, isOnce: boolean): boolean {
  return status === 429 || (!isOnce && (status === 408 || status >= 500));
}

/** True for a failure of the network, which a retry may resolve; false for an abort and for invalid calls. */
export function isLost(error: unknown): error is ConnectionError | TimeoutError {
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

/**
 * Parses `Retry-After` into a delay in milliseconds.
 *
 * @param header - seconds or an HTTP date (RFC 9110 §10.2.3).
 * @param nowMs - Unix time in milliseconds, to which a date is compared.
 * @returns null for a missing or invalid header and for a date in the past.
 */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^[0-9]+$/.test(text)) return Number(text) * 1_000;
  const waitMs = Date.parse(text) - nowMs;
  return waitMs >= 0 ? waitMs : null;
}

/**
 * Delay before a retry, in milliseconds: the longer of `Retry-After` and an exponential backoff from 0.5 s to 8 s, plus up
 * to 25 % jitter, so that clients that failed at the same time do not retry at the same time.
 *
 * @param retry - 1 for the first retry.
 * @param random - source of the jitter, from 0 (inclusive) to 1 (exclusive).
 * @returns null when `Retry-After` exceeds one minute: do not retry. An earlier retry would be rejected again.
 */
export function retryDelayMs(
  retry: number,
  retryAfter: string | null,
  nowMs: number = Date.now(),
  random: () => number = Math.random,
): number | null {
  const retryAfterDelayMs = retryAfterMs(retryAfter, nowMs) ?? 0;
  if (retryAfterDelayMs > RETRY_AFTER_MS_MAX) return null;
  const backoffMs = Math.min(BACKOFF_MS.first * 2 ** (retry - 1), BACKOFF_MS.most);
  return Math.max(retryAfterDelayMs, backoffMs) * (1 + 0.25 * random());
}
