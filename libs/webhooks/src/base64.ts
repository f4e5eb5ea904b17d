/** Encodes bytes as base64 with padding (RFC 4648 §4). The input is limited to a few kilobytes by the argument list. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/**
 * Decodes base64 with or without padding. Like the reference library, it ignores trailing bits. Unlike the platform, it
 * rejects white space.
 *
 * @returns null for other texts, including URL-safe base64.
 */
export function fromBase64(text: string): Uint8Array | null {
  // Of the texts that match, `atob` rejects only those with one extra digit.
  const [, digits] = /^([A-Za-z0-9+/]*)={0,2}$/.exec(text) ?? [];
  if (digits === undefined || digits.length % 4 === 1) return null;
  return Uint8Array.from(atob(digits), (char) => char.charCodeAt(0));
}
