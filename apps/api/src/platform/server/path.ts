/**
 * The path that a request's target names, without query and fragment. Proxies may send the
 * target in absolute form (RFC 9112 §3.2.2); what stands before the path, which may be a
 * password, is nobody's business.
 */
export function pathOf(target: string): string {
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] || '/';
}
