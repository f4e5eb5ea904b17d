import { parseUrl } from '@droptrack/resilience';

/**
 * Removes passwords of database URLs and API keys from a text. For every message that comes from a library: it may quote
 * them.
 */
export function redact(text: string): string {
  return text
    .replace(/\b(postgres(?:ql)?:\/\/[^\s:@/]*):[^\s@]*@/g, '$1:***@')
    .replace(/([?&]password=)[^&\s]*/g, '$1***')
    .replace(/\bdtk_[0-9A-Za-z]{5,}/g, 'dtk_***');
}

/** Database URL without secrets: host, port, database and role. */
export function showDatabase(url: string): string {
  const parsed = parseUrl(url);
  if (parsed === null) return 'the database of DATABASE_URL';
  const { protocol, username, host, pathname } = parsed;
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`;
}
