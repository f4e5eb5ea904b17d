import type { Encoding } from '@droptrack/program/encoding';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

/** Bodies above this many bytes are compressed outside the event loop: each 64 KB would block it for about 10 ms. */
export const COMPRESS_ASIDE_FROM_BYTES = 65_536;

/** Quality 4 of brotli: within a few percent of 5 in size on these bodies, at gzip's cost. */
const brotliOptions = (body: Buffer) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
});

/** Compresses a small body, or one that many requests share. */
export const compress = (body: Buffer, encoding: Encoding): Buffer =>
  encoding === 'gzip' ? gzipSync(body) : brotliCompressSync(body, brotliOptions(body));

/** Compresses a body outside the event loop. @throws the compressor's error. */
export const compressAside = (body: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'gzip' ? promisify(gzip)(body) : promisify(brotliCompress)(body, brotliOptions(body));
