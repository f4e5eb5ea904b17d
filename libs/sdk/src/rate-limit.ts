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
  const limit = {
    limit: parameterOf(policy, 'q'),
    windowSeconds: parameterOf(policy, 'w'),
    remaining: parameterOf(state, 'r'),
    resetSeconds: parameterOf(state, 't'),
  };
  return Object.values(limit).some(Number.isNaN) ? null : limit;
}

/** Reads an integer parameter of the first item of a structured-field list of strings (RFC 9651); NaN without it. */
function parameterOf(field: string | null, name: string): number {
  const [first = ''] = /^\s*"[^"]*"[^,]*/.exec(field ?? '') ?? [];
  const [, digits = NaN] = new RegExp(`;\\s*${name}=(\\d{1,15})\\s*(?=[;,]|$)`).exec(first) ?? [];
  return Number(digits);
}
