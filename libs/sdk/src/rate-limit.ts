/** State of the rate limit of the API key after a response. */
export interface RateLimit {
  /** Maximum number of requests per window. */
  limit: number;
  /** Length of the window in seconds. */
  windowSeconds: number;
  /** Number of requests left now. */
  remaining: number;
  /** Seconds until one more request is available; 0 while the bucket is full. */
  resetSeconds: number;
}

/**
 * Parses the `RateLimit-Policy` and `RateLimit` headers, such as `"free";q=60;w=60` and `"free";r=59;t=1`. The first of
 * several policies is used.
 *
 * @returns null when a header or one of these parameters is missing.
 */
export function readRateLimit(headers: Headers): RateLimit | null {
  const policy = headers.get('ratelimit-policy');
  const state = headers.get('ratelimit');
  const limit = member(policy, /;\s*q=(\d{1,15})\s*(?=[;,]|$)/);
  const windowSeconds = member(policy, /;\s*w=(\d{1,15})\s*(?=[;,]|$)/);
  const remaining = member(state, /;\s*r=(\d{1,15})\s*(?=[;,]|$)/);
  const resetSeconds = member(state, /;\s*t=(\d{1,15})\s*(?=[;,]|$)/);
  if (limit === null || windowSeconds === null || remaining === null || resetSeconds === null) return null;
  return { limit, windowSeconds, remaining, resetSeconds };
}

/** Reads an integer parameter of the first item of a structured-field list of strings (RFC 9651). */
function member(field: string | null, pattern: RegExp): number | null {
  const [first = ''] = /^\s*"[^"]*"[^,]*/.exec(field ?? '') ?? [];
  const digits = pattern.exec(first)?.[1];
  return digits === undefined ? null : Number(digits);
}
