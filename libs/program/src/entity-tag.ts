/**
 * True if `If-None-Match` contains an entity tag, by weak comparison (RFC 9110 §8.8.3.2): `W/"a"` and `"a"` are equal.
 * `*` matches any tag. Text between tags is ignored.
 *
 * @param header - the field as received; undefined if there was none.
 * @param etag - tag of the response, such as `W/"5f…"`.
 */
export function namesEntityTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag) return true;
  const opaque = withoutWeakness(etag);
  for (const [candidate] of header.trim() === '*' ? [['*']] : header.matchAll(ENTITY_TAG)) {
    if (candidate === '*' || withoutWeakness(candidate ?? '') === opaque) return true;
  }
  return false;
}

const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

const withoutWeakness = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag);
