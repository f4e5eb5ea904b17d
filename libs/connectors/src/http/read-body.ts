import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { SourceError } from '../source.error';
import { errorCode } from './error-code';

/** What the wrapping of a body may add to one that does not get smaller. */
const WRAPPING_BYTES = 1_024;

/** What {@link readBody} needs to know of an answer. */
export interface Incoming {
  /** Named in errors. */
  readonly host: string;
  /** `Content-Length`; not a number where it is not said. */
  readonly bytesAnnounced: number;
  /** After decompression. */
  readonly bytesMax: number;
}

/**
 * Reads a body as it comes over the wire, and stops as soon as it is known to be too large.
 *
 * @throws {SourceError} `too_large`. Errors of the connection pass as they are.
 */
export async function readBody(body: Readable, { host, bytesAnnounced, bytesMax }: Incoming): Promise<Buffer> {
  // Ended before its end the stream says so once more, to nobody.
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
 * Undoes `Content-Encoding`; never holds more than `bytesMax` of the result.
 *
 * @throws {SourceError} `too_large`, or `wrong_shape` when it is not what it says it is.
 */
export async function decompress(
  body: Buffer,
  encoding: string | null,
  { host, bytesMax }: Omit<Incoming, 'bytesAnnounced'>,
): Promise<Buffer> {
  const undo = decompressorOf(encoding?.trim().toLowerCase() ?? 'identity', body);
  if (undo === null) throw new SourceError('wrong_shape', `${host}: answered in an encoding that was not asked for`);
  try {
    const plain = body.length === 0 ? body : await undo(body, { maxOutputLength: bytesMax });
    if (plain.length <= bytesMax) return plain;
  } catch (error) {
    if (errorCode(error) !== 'ERR_BUFFER_TOO_LARGE') {
      throw new SourceError('wrong_shape', `${host}: the compressed answer cannot be read`);
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
      // With the zlib wrapping that RFC 9110 asks for, or, as some servers do, without.
      return promisify(((body[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw) as Decompressor;
    default:
      return null;
  }
}

const tooLarge = (host: string, bytesMax: number): SourceError =>
  new SourceError('too_large', `${host}: the answer is larger than ${bytesMax} bytes`);
