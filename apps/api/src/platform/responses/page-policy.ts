/**
 * `Content-Security-Policy` of a page: nothing but what `sources` allows, never in a frame.
 *
 * @param sources - directives such as `script-src 'self'`.
 */
export const pagePolicy = (...sources: string[]): string =>
  ["default-src 'none'", ...sources, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"].join('; ');
