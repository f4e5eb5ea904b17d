const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Bytes as base64url without padding (RFC 4648 §5); for short inputs, of a few kilobytes at most. */
export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    const group = (first << 16) | (second << 8) | third;
    text += charAt(group >> 18) + charAt(group >> 12);
    if (at + 1 < bytes.length) text += charAt(group >> 6);
    if (at + 2 < bytes.length) text += charAt(group);
  }
  return text;
}

const charAt = (bits: number): string => ALPHABET.charAt(bits & 63);

/**
 * The bytes of a base64url text, with or without padding. Lenient: several texts can
 * give the same bytes, so whoever needs one text only encodes again and compares.
 *
 * @throws {DOMException} when the text is not base64 at all.
 */
export function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
