import { UsageError } from './errors';

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
 * @param path - unencoded path segments after `/v1`.
 * @param query - query parameters. Arrays become comma-separated lists; null and undefined are omitted.
 * @throws {@link UsageError} for a segment that would change the path, such as ''.
 */
export function resourceUrl(root: string, path: readonly string[], query: object): string {
  const address = `${root}/v1/${path.map(segment).join('/')}`;
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? address : `${address}?${text}`;
}

/**
 * Splits a path such as `/v1/drops/linea` into its segments after `/v1`.
 *
 * @throws {@link UsageError} for a path without `/v1`, or with a query.
 */
export function segmentsOf(path: string): string[] {
  const [, segments] = /^\/v1\/([^?#]+)$/.exec(path) ?? [];
  if (segments === undefined) throw new UsageError('path must start with /v1/ and have no query');
  return segments.split('/');
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
