/** Bytes as base64 with padding (RFC 4648 §4); for short inputs, of a few kilobytes at most. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/**
 * The bytes of a base64 text, with or without padding. As lenient as the reference library: bits that are left over
 * at the end are dropped. Stricter than the platform: no white space.
 *
 * @returns null when the text is not base64, which the URL-safe alphabet is not either.
 */
export function fromBase64(text: string): Uint8Array | null {
  // The platform refuses one left-over digit, and nothing else that comes through here.
  const [, digits] = /^([A-Za-z0-9+/]*)={0,2}$/.exec(text) ?? [];
  if (digits === undefined || digits.length % 4 === 1) return null;
  return Uint8Array.from(atob(digits), (char) => char.charCodeAt(0));
}
