/**
 * Whether `If-None-Match` names the entity tag we would send, by weak comparison
 * (RFC 9110 §8.8.3.2): `W/"a"` and `"a"` are the same. `*` names any. Tags are found
 * wherever they stand; what is none is passed over.
 *
 * @param header - the field as it came; undefined when there was none.
 * @param etag - our tag, such as `W/"5f…"`.
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
