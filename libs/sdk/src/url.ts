import { UsageError } from './errors';

/**
 * The address that `/v1/…` is appended to.
 *
 * @param baseUrl - http or https, with or without `/v1` at its end; a path before it stays.
 * @throws {UsageError} for anything else, and for credentials, a query or a fragment,
 *   which would end up in messages or nowhere.
 */
export function rootUrl(baseUrl: string): string {
  const url = parse(baseUrl);
  if (!/^https?:$/.test(url?.protocol ?? '')) throw new UsageError('baseUrl must be an http or https address');
  if (url === null || `${url.username}${url.password}${url.search}${url.hash}` !== '') {
    throw new UsageError('baseUrl must have no credentials, query or fragment');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/v1$/, '');
}

/**
 * The address of a resource.
 *
 * @param path - segments after `/v1`, not yet encoded.
 * @param query - several values of one parameter become a comma list, absent ones are left out.
 * @throws {UsageError} for a segment that would lead to another resource, such as ''.
 */
export function resourceUrl(root: string, path: readonly string[], query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const address = `${root}/v1/${path.map(segment).join('/')}`;
  const text = search.toString();
  return text === '' ? address : `${address}?${text}`;
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

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
