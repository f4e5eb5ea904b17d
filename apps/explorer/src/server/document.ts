import type { Encoding } from '@droptrack/program/encoding';
import { namesEntityTag } from '@droptrack/program/entity-tag';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import type { PageFile } from '../pages/page';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Headers of every page: nothing of another site, no address of this page to other sites. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'interest-cohort=(), browsing-topics=()',
  vary: 'Accept-Encoding',
} as const;

/** Fast levels: a page lives for seconds, and compressing it must not take longer than rendering it. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 } } as const;
const GZIP_LEVEL = 1;
/** Characters of the hash in an entity tag: 96 bits. */
const TAG_LENGTH = 16;

const compress = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
};

/** Facts of a response beside its body. */
interface DocumentTerms {
  readonly status: number;
  readonly retryAfterSeconds: number | null;
  /** True for content that is the same for all visitors and correct: it may be stored. */
  readonly isShared: boolean;
  /** Facts of a file; null for a page, the default. */
  readonly file?: Omit<PageFile, 'text'> | null;
}

/** Headers that a file has in place of those of a page. */
const fileHeaders = ({ type, name, maxAgeSeconds }: Omit<PageFile, 'text'>, isShared: boolean) => ({
  'content-type': type,
  'content-disposition': `inline; filename="${name}"`,
  ...(isShared && { 'cache-control': `public, max-age=${maxAgeSeconds}` }),
});

/** A rendered page, compressed once per coding, on demand. */
export class Document {
  readonly status: number;
  readonly isShared: boolean;
  /** Weak, as all codings share it; null for a page that is not stored. */
  readonly etag: string | null;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #html: Buffer;
  readonly #heads = new Map<Encoding | null, string[]>();
  readonly #encoded = new Map<Encoding, Buffer | Promise<Buffer>>();

  constructor(html: string | Buffer, { status, retryAfterSeconds, isShared, file = null }: DocumentTerms) {
    this.#html = typeof html === 'string' ? Buffer.from(html) : html;
    this.status = status;
    this.isShared = isShared;
    this.etag = isShared
      ? `W/"${createHash('sha256').update(this.#html).digest('base64url').slice(0, TAG_LENGTH)}"`
      : null;
    this.#headers = {
      ...PAGE_HEADERS,
      'cache-control': isShared ? 'public, no-cache' : 'no-store',
      ...(file !== null && fileHeaders(file, isShared)),
      ...(retryAfterSeconds !== null && { 'retry-after': String(retryAfterSeconds) }),
      ...(this.etag !== null && { etag: this.etag }),
    };
  }

  /** Size without compression, in bytes. */
  get bytes(): number {
    return this.#html.length;
  }

  /** Headers of the response in a content coding; null for none. */
  headers(coding: Encoding | null): Readonly<Record<string, string>> {
    return coding === null ? this.#headers : { ...this.#headers, 'content-encoding': coding };
  }

  /** The headers with the length of the body, as names and values in one array, the form that Node writes fastest. Responses share the array. */
  head(coding: Encoding | null, bodyBytes: number): string[] {
    let head = this.#heads.get(coding);
    if (head === undefined) {
      head = [...Object.entries(this.headers(coding)).flat(), 'content-length', String(bodyBytes)];
      this.#heads.set(coding, head);
    }
    return head;
  }

  /** Body in a content coding; null for none. */
  body(coding: Encoding | null): Buffer | Promise<Buffer> {
    if (coding === null) return this.#html;
    let encoded = this.#encoded.get(coding);
    if (encoded === undefined) {
      encoded = coding === 'br' ? compress.br(this.#html, BROTLI) : compress.gzip(this.#html, { level: GZIP_LEVEL });
      this.#encoded.set(coding, encoded);
      encoded.then(
        (bytes) => this.#encoded.set(coding, bytes),
        () => this.#encoded.delete(coding),
      );
    }
    return encoded;
  }

  /** True if one of the entity tags in `If-None-Match` is that of this page. */
  isMatchedBy(ifNoneMatch: string | undefined): boolean {
    return this.etag !== null && namesEntityTag(ifNoneMatch, this.etag);
  }
}
