import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '@droptrack/program/encoding';

/** Bodies below this many bytes are sent as they are: compressing them gains nothing. */
const COMPRESS_FROM_BYTES = 1024;
/** Types that are compressed already. */
const COMPRESSED_TYPE = /^image\/(?!svg)/;

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};
/** Within 5 % of the smallest form, at a tenth of its time. */
const BROTLI_QUALITY = 9;

/**
 * A page or file with a fixed body: compressed once, when a client first accepts that form, outside the event loop, and
 * sent again only to clients that do not have it.
 */
export class StaticFile {
  readonly etag: string;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  /**
   * @param type - media type with its charset.
   * @param policy - `Content-Security-Policy` of a page; undefined for other files.
   */
  constructor(
    readonly body: Buffer,
    readonly type: string,
    readonly policy?: string,
  ) {
    this.etag = `W/"${hash('sha1', body, 'base64url')}"`;
  }

  get isCompressible(): boolean {
    return this.body.length > COMPRESS_FROM_BYTES && !COMPRESSED_TYPE.test(this.type);
  }

  /**
   * Encoded body; the next call after a failure compresses again.
   *
   * @throws the compressor's error.
   */
  compressed(encoding: Encoding): Promise<Buffer> {
    const known = this.#compressed.get(encoding);
    if (known !== undefined) return known;
    const compressed = compressors[encoding](this.body);
    this.#compressed.set(encoding, compressed);
    compressed.catch(() => this.#compressed.delete(encoding));
    return compressed;
  }
}
