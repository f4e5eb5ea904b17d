import { UsageError } from './errors';

/** Unencoded path segments after `/v1`, or an encoded path such as `/v1/drops/linea`. */
export type Path = string | readonly string[];

/**
 * Normalizes `baseUrl` to the URL that `/v1/…` is appended to.
 *
 * @param baseUrl - http or https URL, with or without a trailing `/v1`; a path before it is preserved.
 * @throws {@link UsageError} for other values, and for a URL with credentials, which would appear in error messages, or with a
 *   query or fragment, which would be lost.
 */
export function rootUrl(baseUrl: string | undefined): string {
  if (!baseUrl) throw new UsageError('baseUrl is missing; pass the URL of the API, or set DROPTRACK_BASE_URL');
  try {
    const { href } = new URL(baseUrl);
    if (/^https?:[^@?#]+$/.test(href)) return href.replace(/\/+$/, '').replace(/\/v1$/, '');
  } catch {
    // Reported below.
  }
  throw new UsageError('baseUrl must be an http or https URL without credentials, query or fragment');
}

/**
 * Builds the URL of a resource.
 *
 * @param path - unencoded path segments after `/v1`, or an encoded path with it.
 * @param query - query parameters. Arrays become comma-separated lists; null and undefined are omitted.
 * @throws {@link UsageError} for a segment that would change the path, such as '', and for a path that is not encoded.
 */
export function resourceUrl(root: string, path: Path, query: object): string {
  const address = root + (typeof path === 'string' ? encoded(path) : `/v1/${path.map(segment).join('/')}`);
  const given: [string, string][] = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)]);
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given).toString()}`;
}

/** URL resolution would change a path with dot segments, spaces or backslashes, and `//` would make it a host. */
function encoded(path: string): string {
  if (/^\/v1\/[^?#]+$/.test(path) && new URL(path, 'http://x').pathname === path) return path;
  throw new UsageError('path must start with /v1/, be encoded, and have no query');
}

/**
 * Encodes a path segment. URL resolution removes empty and dot segments, and a lone surrogate has no encoding. Values
 * other than strings come from plain JavaScript: without the check, `get(undefined)` would request a drop named
 * `undefined`.
 */
function segment(text: unknown): string {
  if (typeof text !== 'string' || /^\.{0,2}$|\p{Surrogate}/u.test(text)) {
    throw new UsageError(`"${String(text)}" is not a valid id`);
  }
  return encodeURIComponent(text);
}
