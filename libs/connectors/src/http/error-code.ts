/**
 * The code of a system's or library's error, such as `ECONNRESET`; null where it has none. Only the code is passed on:
 * messages may quote what was sent or what came.
 */
export function errorCode(error: unknown): string | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : null;
}
