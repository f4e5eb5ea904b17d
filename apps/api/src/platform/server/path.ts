/**
 * Path of a request target, without query and fragment. Proxies can send the absolute form (RFC 9112 §3.2.2), whose
 * authority is removed, as it may contain a password.
 */
export function pathOf(target: string): string {
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] || '/';
}
