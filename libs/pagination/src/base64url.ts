/** Bytes as base64url without padding (RFC 4648 §5); for short inputs, of a few kilobytes at most. */
export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * The bytes of a base64url text, with or without padding. Lenient: several texts can
 * give the same bytes, so whoever needs one text only encodes again and compares.
 *
 * @throws {DOMException} when the text is not base64 at all.
 */
export function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
