import { parseRetryAfter } from '@droptrack/resilience';
import { headerLine, type ResponseHeaders } from './header-line';

const MAX_MS = 86_400_000;
/** Below it `x-ratelimit-reset` is a duration, as sent by Reddit; from it on an instant. */
const FIRST_EPOCH_SECOND = 1_000_000_000;

/**
 * Wait that a host requests, in milliseconds, up to a day; null without a valid one, and for an instant in the past.
 *
 * `Retry-After` takes precedence over `x-ratelimit-reset`, which counts only once nothing remains.
 */
export function retryAfterMs(headers: ResponseHeaders, nowMs: number): number | null {
  const options = { nowMs: () => nowMs, maxMs: MAX_MS, acceptsFractions: true };
  return parseRetryAfter(headerLine(headers, 'retry-after'), options) ?? rateLimitResetMs(headers, nowMs);
}

/** True once nothing remains of the host's rate limit in its current window. */
export function isUsedUp(headers: ResponseHeaders): boolean {
  const remaining = seconds(headerLine(headers, 'x-ratelimit-remaining'));
  return remaining !== null && remaining < 1;
}

function rateLimitResetMs(headers: ResponseHeaders, nowMs: number): number | null {
  const reset = isUsedUp(headers) ? seconds(headerLine(headers, 'x-ratelimit-reset')) : null;
  if (reset === null) return null;
  const waitMs = reset < FIRST_EPOCH_SECOND ? reset * 1_000 : reset * 1_000 - nowMs;
  return waitMs < 0 ? null : Math.min(waitMs, MAX_MS);
}

/** Seconds of a header, with fractions, as some hosts send them. */
function seconds(line: string | null): number | null {
  return line !== null && /^\s*\d{1,15}(\.\d{1,9})?\s*$/.test(line) ? Number(line) : null;
}
