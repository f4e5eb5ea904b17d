import type { Dispatcher } from 'undici';

/** Response headers; names in lower case, as returned by undici. */
export type ResponseHeaders = Dispatcher.ResponseData['headers'];

/** Value of a header, joined if it was sent several times; null without it. */
export function headerLine(headers: ResponseHeaders, name: string): string | null {
  const value = headers[name];
  if (value === undefined) return null;
  return Array.isArray(value) ? value.join(', ') : value;
}
