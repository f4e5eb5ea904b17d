/** Options of {@link parseRetryAfter}. */
interface RetryAfterOptions {
  /** Milliseconds since the epoch; called only for a date. */
  readonly nowMs: () => number;
  /** Longest wait that is honoured, in milliseconds. */
  readonly maxMs: number;
  /** Accepts fractions of seconds, which some servers send although the standard does not allow them. */
  readonly acceptsFractions?: boolean;
}

const SECONDS = /^\s*\d{1,15}\s*$/;
const FRACTIONS = /^\s*\d{1,15}(\.\d{1,9})?\s*$/;
/** Beginning of all three forms of HTTP dates (RFC 9110, section 5.6.7). `Date.parse` alone reads "5" as a year. */
const HTTP_DATE = /^\s*[A-Z][a-z]{2,8},? ?[A-Z0-9]/;

/**
 * Wait that a server requests with `Retry-After`, as seconds or as an HTTP date (RFC 9110, section 10.2.3).
 *
 * @param header - value of the header; null without one.
 * @returns milliseconds; null without a header, for any other value, and for a date in the past.
 */
export function parseRetryAfter(
  header: string | null,
  { nowMs, maxMs, acceptsFractions = false }: RetryAfterOptions,
): number | null {
  if (header === null) return null;
  const seconds = acceptsFractions ? FRACTIONS : SECONDS;
  const waitMs = seconds.test(header)
    ? Number(header) * 1_000
    : HTTP_DATE.test(header)
      ? Date.parse(header) - nowMs()
      : NaN;
  return waitMs >= 0 ? Math.min(waitMs, maxMs) : null;
}
