const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Encodes bytes as base64url without padding (RFC 4648 §5). Intended for inputs of at most a few kilobytes. */
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
 * Decodes base64url with or without padding. Lenient: several texts decode to the same bytes, so callers that require the
 * canonical text must encode the bytes again and compare.
 *
 * @throws {DOMException} if the text is not base64.
 */
export function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
