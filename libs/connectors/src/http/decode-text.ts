import { TextDecoder } from 'node:util';

const DECLARATION_BYTES = 256;

/**
 * Decodes a body. A byte order mark takes precedence over the header, and the header over the XML declaration, as in the
 * Encoding Standard; UTF-8 without any of them, and for an unknown charset. Invalid bytes become replacement characters.
 *
 * @param contentType - header of the response; null without one.
 */
export function decodeText(body: Buffer, contentType: string | null): string {
  const charset = markOf(body) ?? charsetOf(contentType) ?? declaredIn(body) ?? 'utf-8';
  return decoderOf(charset).decode(body);
}

function markOf(body: Buffer): string | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return null;
}

const charsetOf = (contentType: string | null): string | null =>
  /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1] ?? null;

/** Charset of the XML declaration. One that can be read byte by byte is not in UTF-16, even if it claims so. */
function declaredIn(body: Buffer): string | null {
  const start = body.toString('latin1', 0, DECLARATION_BYTES);
  const declared = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1] ?? null;
  return declared !== null && /^(utf-16|ucs-2)/i.test(declared) ? null : declared;
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder('utf-8');
  }
}
