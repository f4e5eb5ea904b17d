import { ConnectionError, TimeoutError } from './errors';

const BACKOFF_MS = { first: 500, most: 8_000 };
/** A server that asks for more than this is not waited for; the caller decides. */
const RETRY_AFTER_MS_MAX = 60_000;

/**
 * Whether trying again can help: the server was busy or broken, or has had enough for now.
 *
 * @param isOnce - whether the call must not be done twice: then only a refusal is safe, which came before anything was done.
 */
export function isRetryable(status: number, isOnce: boolean): boolean {
  return status === 429 || (!isOnce && (status === 408 || status >= 500));
}

/** Whether no whole answer came, which may be chance; unlike an abort or a wrong call. */
export function isLost(error: unknown): boolean {
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

/**
 * What `Retry-After` asks for, in milliseconds from now.
 *
 * @param header - whole seconds or an HTTP date (RFC 9110 §10.2.3).
 * @param nowMs - Unix time, for dates.
 * @returns null when there is no such header, it cannot be read, or its date has passed.
 */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^[0-9]+$/.test(text)) return Number(text) * 1_000;
  const waitMs = Date.parse(text) - nowMs;
  return waitMs >= 0 ? waitMs : null;
}

/**
 * How long to wait before a retry, in milliseconds.
 *
 * At least as long as `Retry-After` asks, and at least a wait that doubles from 0.5 s to 8 s; up to a quarter more at
 * random, so that clients that failed together, or were asked to wait equally long, do not come back together.
 *
 * @param retry - 1 for the first retry.
 * @param random - from 0 up to 1.
 * @returns null when the server asks for longer than a minute: do not retry. Coming
 *   back earlier than asked would only be refused again.
 */
export function retryDelayMs(
  retry: number,
  retryAfter: string | null,
  nowMs: number = Date.now(),
  random: () => number = Math.random,
): number | null {
  const askedMs = retryAfterMs(retryAfter, nowMs) ?? 0;
  if (askedMs > RETRY_AFTER_MS_MAX) return null;
  const backoffMs = Math.min(BACKOFF_MS.first * 2 ** (retry - 1), BACKOFF_MS.most);
  return Math.max(askedMs, backoffMs) * (1 + 0.25 * random());
}
