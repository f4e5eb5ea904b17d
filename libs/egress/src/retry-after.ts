import type { IncomingHttpHeaders } from 'node:http';

const MAX_MS = 7 * 86_400_000;
const SECONDS = /^\s*\d{1,15}\s*$/;
/** All three forms of HTTP dates begin so (RFC 9110, section 5.6.7); `Date.parse` alone takes "5" for a year. */
const HTTP_DATE = /^\s*[A-Z][a-z]{2,8},? ?[A-Z0-9]/;

/**
 * How long a receiver wants to be left alone, in milliseconds, at most a week: `Retry-After` in seconds or as a date
 * (RFC 9110, section 10.2.3). Null where it did not say, said something else, or named an instant that is over.
 */
export function retryAfterMs(headers: IncomingHttpHeaders | null, nowMs: () => number): number | null {
  const line = headers?.['retry-after'];
  if (typeof line !== 'string') return null;
  const waitMs = SECONDS.test(line) ? Number(line) * 1_000 : HTTP_DATE.test(line) ? Date.parse(line) - nowMs() : -1;
  return waitMs >= 0 ? Math.min(waitMs, MAX_MS) : null;
}
