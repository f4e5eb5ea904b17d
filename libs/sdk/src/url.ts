import { UsageError } from './errors';

/**
 * The address that `/v1/…` is appended to.
 *
 * @param baseUrl - http or https, with or without `/v1` at its end; a path before it stays.
 * @throws {UsageError} for anything else, and for credentials, a query or a fragment,
 *   which would end up in messages or nowhere.
 */
export function rootUrl(baseUrl: string): string {
  try {
    const { href } = new URL(baseUrl);
    if (/^https?:[^@?#]+$/.test(href)) return href.replace(/\/+$/, '').replace(/\/v1$/, '');
  } catch {
    // Said below.
  }
  throw new UsageError('baseUrl must be an http or https address without credentials, query or fragment');
}

/**
 * The address of a resource.
 *
 * @param path - segments after `/v1`, not yet encoded.
 * @param query - several values of one parameter become a comma list, absent ones are left out.
 * @throws {UsageError} for a segment that would lead to another resource, such as ''.
 */
export function resourceUrl(root: string, path: readonly string[], query: object): string {
  const address = `${root}/v1/${path.map(segment).join('/')}`;
  const given: [string, string][] = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)]);
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given).toString()}`;
}

/**
 * Empty and dotted segments vanish when an address is resolved; half a surrogate pair has no encoding. What is no text
 * at all comes from plain JavaScript, and would ask for a drop called `undefined`.
 */
function segment(text: unknown): string {
  if (typeof text !== 'string' || /^\.{0,2}$|\p{Surrogate}/u.test(text)) {
    throw new UsageError(`"${String(text)}" cannot be an id`);
  }
  return encodeURIComponent(text);
}
