import type { Dispatcher } from 'undici';

/** Names in lower case, as undici gives them. */
export type ResponseHeaders = Dispatcher.ResponseData['headers'];

/** A header as one line, also where it was sent several times; null where it was not. */
export function headerLine(headers: ResponseHeaders, name: string): string | null {
  const value = headers[name];
  if (value === undefined) return null;
  return Array.isArray(value) ? value.join(', ') : value;
}
