/**
 * Code of an error of the system or a library, such as `ECONNRESET`; null without one. Messages are not passed on, as
 * they may quote the request or the response.
 */
export function errorCode(error: unknown): string | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : null;
}
