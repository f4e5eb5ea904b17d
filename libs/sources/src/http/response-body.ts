import type { Readable } from 'node:stream';
import { promisify, TextDecoder } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { SourceError } from '../source-error';

/** Overhead of an encoding for a body that does not compress. */
const WRAPPING_BYTES = 1_024;

/** Facts about a response for {@link readBody}. */
export interface Incoming {
  /** Host, for errors. */
  readonly host: string;
  /** `Content-Length`; NaN without the header. */
  readonly bytesAnnounced: number;
  /** Limit after decompression. */
  readonly bytesMax: number;
}

/**
 * Reads an encoded body, and stops as soon as it exceeds the limit.
 *
 * @throws {SourceError} `too_large`. Errors of the connection are passed on.
 */
export async function readBody(body: Readable, { host, bytesAnnounced, bytesMax }: Incoming): Promise<Buffer> {
  // A stream that is destroyed early emits a second error, which needs a listener.
  body.on('error', () => undefined);
  const wireBytesMax = bytesMax + WRAPPING_BYTES;
  if (bytesAnnounced > wireBytesMax) {
    body.destroy();
    throw tooLarge(host, bytesMax);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > wireBytesMax) throw tooLarge(host, bytesMax);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

/**
 * Decodes `Content-Encoding`, without buffering more than `bytesMax` of the result.
 *
 * @throws {SourceError} `too_large`, or `wrong_shape` for an invalid encoding.
 */
export async function decompress(
  body: Buffer,
  encoding: string | null,
  { host, bytesMax }: Omit<Incoming, 'bytesAnnounced'>,
): Promise<Buffer> {
  const decode = decompressorOf(encoding?.trim().toLowerCase() ?? 'identity', body);
  if (decode === null) throw new SourceError('wrong_shape', `${host}: unsupported content encoding`);
  try {
    const plain = body.length === 0 ? body : await decode(body, { maxOutputLength: bytesMax });
    if (plain.length <= bytesMax) return plain;
  } catch (error) {
    if (errorCode(error) !== 'ERR_BUFFER_TOO_LARGE') {
      throw new SourceError('wrong_shape', `${host}: the compressed response is invalid`);
    }
  }
  throw tooLarge(host, bytesMax);
}

type Decompressor = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

function decompressorOf(encoding: string, body: Buffer): Decompressor | null {
  switch (encoding) {
    case '':
    case 'identity':
      return async (plain) => plain;
    case 'gzip':
    case 'x-gzip':
      return promisify(gunzip) as Decompressor;
    case 'br':
      return promisify(brotliDecompress) as Decompressor;
    case 'deflate':
      // With the zlib header that RFC 9110 requires, or, as sent by some servers, without it.
      return promisify(((body[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw) as Decompressor;
    default:
      return null;
  }
}

const tooLarge = (host: string, bytesMax: number): SourceError =>
  new SourceError('too_large', `${host}: the response exceeds ${bytesMax} bytes`);

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

/**
 * Code of an error of the system or a library, such as `ECONNRESET`; null without one. Messages are not passed on, as
 * they may quote the request or the response.
 */
export function errorCode(error: unknown): string | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : null;
}
