/**
 * Takes passwords out of database addresses, and API keys out of any text. For
 * whatever is shown that was not written here: messages of others may quote them.
 */
export function redact(text: string): string {
  return text
    .replace(/\b(postgres(?:ql)?:\/\/[^\s:@/]*):[^\s@]*@/g, '$1:***@')
    .replace(/([?&]password=)[^&\s]*/g, '$1***')
    .replace(/\bdtk_[0-9A-Za-z]{5,}/g, 'dtk_***');
}

/** A database's address as it may be shown: host, port, name and role, nothing else. */
export function showDatabase(url: string): string {
  if (!URL.canParse(url)) return 'the database of DATABASE_URL';
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`;
}
