import { headerLine, type ResponseHeaders } from './header-line';

const MAX_MS = 86_400_000;
/** Below it `x-ratelimit-reset` cannot be an instant of our time: Reddit gives the seconds that are left. */
const FIRST_EPOCH_SECOND = 1_000_000_000;
const HTTP_DATE = /^[A-Za-z]{3,9}, ?\d/;

/**
 * How long a host wants to be left alone, in milliseconds, at most a day; null where it did not say, said something
 * else than the standard has, or named an instant that is over.
 *
 * `Retry-After` (RFC 9110, section 10.2.3: seconds or a date) goes before `x-ratelimit-reset`, which counts only once
 * nothing remains.
 */
export function retryAfterMs(headers: ResponseHeaders, nowMs: number): number | null {
  const waitMs = ofRetryAfter(headerLine(headers, 'retry-after'), nowMs) ?? ofRateLimit(headers, nowMs);
  return waitMs === null || waitMs < 0 ? null : Math.min(waitMs, MAX_MS);
}

/** Whether nothing is left of what the host grants us in its present window. */
export function isUsedUp(headers: ResponseHeaders): boolean {
  const remaining = seconds(headerLine(headers, 'x-ratelimit-remaining'));
  return remaining !== null && remaining < 1;
}

function ofRetryAfter(line: string | null, nowMs: number): number | null {
  const wait = seconds(line);
  if (wait !== null) return wait * 1_000;
  if (line === null || !HTTP_DATE.test(line)) return null;
  const atMs = Date.parse(line);
  return Number.isNaN(atMs) ? null : atMs - nowMs;
}

function ofRateLimit(headers: ResponseHeaders, nowMs: number): number | null {
  const reset = isUsedUp(headers) ? seconds(headerLine(headers, 'x-ratelimit-reset')) : null;
  if (reset === null) return null;
  return reset < FIRST_EPOCH_SECOND ? reset * 1_000 : reset * 1_000 - nowMs;
}

/** Some send fractions, which the standard does not know. */
function seconds(line: string | null): number | null {
  return line !== null && /^\s*\d{1,15}(\.\d{1,9})?\s*$/.test(line) ? Number(line) : null;
}
