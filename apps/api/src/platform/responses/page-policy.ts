/**
 * `Content-Security-Policy` of a page: allows only `sources`, and no frames.
 *
 * @param sources - directives such as `script-src 'self'`.
 */
export const pagePolicy = (...sources: string[]): string =>
  ["default-src 'none'", ...sources, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"].join('; ');
