import type { ApiCall } from './call-record';
import { escapeHidden } from './escape-hidden';

/** A call as a command for a POSIX shell, which reads the key from the variable `DROPTRACK_API_KEY`. */
export function curlOf({ method, path, body }: Omit<ApiCall, 'typescript'>, apiUrl: string): string {
  const words = ['curl', '-H "Authorization: Bearer $DROPTRACK_API_KEY"'];
  if (method !== (body === null ? 'GET' : 'POST')) words.push('-X', quoted(method));
  // JSON: hidden characters are part of its strings only, where an escape means the same.
  if (body !== null) words.push('-H', quoted('Content-Type: application/json'), '-d', quoted(escapeHidden(body)));
  return [...words, quoted(`${apiUrl}${path}`)].join(' ');
}

/** A text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
