const LINE_CHARS_MAX = 16_384;
const LINKS_MAX = 20;
const LINK = /<([^<>]*)>([^<]*)/g;
const REL = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i;

/**
 * Link targets by relation (RFC 8288), such as `next`; the first of several with the same relation.
 *
 * Only targets of the page's own origin: a request to them carries the same credentials.
 */
export function parseLinks(line: string | null, page: URL): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  if (line === null || line.length > LINE_CHARS_MAX) return {};
  for (const [, target = '', parameters = ''] of line.matchAll(LINK)) {
    const rel = REL.exec(parameters);
    const names = (rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const url = URL.canParse(target, page.href) ? new URL(target, page.href) : null;
    if (url?.origin !== page.origin) continue;
    for (const name of names) if (!found.has(name) && found.size < LINKS_MAX) found.set(name, url.href);
  }
  return Object.fromEntries(found);
}
