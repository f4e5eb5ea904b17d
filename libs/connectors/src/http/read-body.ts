import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { SourceError } from '../source.error';
import { errorCode } from './error-code';

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
  const undo = decompressorOf(encoding?.trim().toLowerCase() ?? 'identity', body);
  if (undo === null) throw new SourceError('wrong_shape', `${host}: unsupported content encoding`);
  try {
    const plain = body.length === 0 ? body : await undo(body, { maxOutputLength: bytesMax });
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
