/** How the key's bucket stands after an answer. */
export interface RateLimit {
  /** Requests a window. */
  limit: number;
  /** Length of that window. */
  windowSeconds: number;
  /** Whole requests left now. */
  remaining: number;
  /** Seconds until there is one more; 0 when the bucket is full. */
  resetSeconds: number;
}

/**
 * Reads `RateLimit-Policy` and `RateLimit`, such as `"free";q=60;w=60` and
 * `"free";r=59;t=1`; of several policies the first.
 *
 * @returns null when either is absent or lacks one of these members.
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

/** An integer parameter of the first item of a structured-field list (RFC 9651) whose items are strings. */
function member(field: string | null, pattern: RegExp): number | null {
  const [first = ''] = /^\s*"[^"]*"[^,]*/.exec(field ?? '') ?? [];
  const digits = pattern.exec(first)?.[1];
  return digits === undefined ? null : Number(digits);
}
