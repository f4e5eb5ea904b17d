import type { Encoding } from '@droptrack/program/encoding';
import { hash } from 'node:crypto';
import { compress } from './compress';

/** Bodies below this many bytes are sent as they are: compressing them gains nothing. */
const COMPRESS_FROM_BYTES = 1024;

/** Settings of the deployment that headers of data depend on. */
export interface DataHeadersOptions {
  /** Beginning of the addresses in `Link`, without a slash at the end. */
  readonly publicUrl: string;
  /** True if responses differ by `Origin` (CORS is on). */
  readonly variesByOrigin: boolean;
}

export const VARY = 'Authorization, Accept, Accept-Encoding';
export const JSON_TYPE = 'application/json; charset=utf-8';

/** A response body at one instant, encoded at the first request for its bytes or for a content coding. */
export class EncodedBody {
  readonly #compressed: Partial<Record<Encoding, Buffer>> = {};
  #bytes: Buffer | null = null;
  /** Bytes of the text in UTF-8. */
  readonly length: number;

  constructor(
    readonly text: string,
    /** RFC 3339 UTC with milliseconds: the body is complete up to this instant. */
    readonly asOf: string,
  ) {
    this.length = Buffer.byteLength(text);
  }

  get bytes(): Buffer {
    return (this.#bytes ??= Buffer.from(this.text));
  }

  get isCompressible(): boolean {
    return this.length > COMPRESS_FROM_BYTES;
  }

  compressed(encoding: Encoding): Buffer {
    return (this.#compressed[encoding] ??= compress(this.bytes, encoding));
  }
}

/**
 * Headers of a data response, without those that the request pipeline sets on every response.
 *
 * Clients may store data and must revalidate it: a plan or a key can change. A body that is not compressed for this
 * client varies by `Accept-Encoding` as well, so that no cache serves it to another client.
 *
 * @param sequence - position in the log of the view that the response depends on; null if it depends on more.
 * @param body - null for a 304.
 */
export function dataHeaders(
  { etag, nextPath }: Pick<ResponseBody, 'etag' | 'nextPath'>,
  asOf: string,
  sequence: number | null,
  body: { readonly length: number; readonly encoding: Encoding | null } | null,
  { publicUrl, variesByOrigin }: DataHeadersOptions,
): Record<string, string | number> {
  const headers: Record<string, string | number> = {
    'cache-control': 'private, no-cache',
    vary: variesByOrigin ? `${VARY}, Origin` : VARY,
    'x-data-as-of': asOf,
    etag,
  };
  if (sequence !== null) headers['x-data-sequence'] = sequence;
  if (nextPath !== null) headers['link'] = `<${publicUrl}${nextPath}>; rel="next"`;
  if (body === null) return headers;
  headers['content-type'] = JSON_TYPE;
  headers['content-length'] = body.length;
  if (body.encoding !== null) headers['content-encoding'] = body.encoding;
  return headers;
}

/**
 * A JSON body that many requests share. Its entity tag covers everything except `as_of`.
 *
 * Two confirmations of an unchanged view have the same tag, so a polling client receives 304 until visible data has
 * changed.
 */
export class ResponseBody {
  readonly etag: string;
  #encoded: EncodedBody | null = null;
  #encodedAsOfMs = Number.NaN;

  /**
   * @param json - the body, without its end `,"as_of":"…"}` if `carriesAsOf` is true.
   * @param carriesAsOf - true if the body ends with the member `as_of`, which {@link at} adds.
   * @param nextPath - path and query of the next page, for the `Link` header.
   * @param tagged - text that the entity tag is computed from; it must differ between different bodies.
   */
  constructor(
    readonly json: string,
    readonly carriesAsOf: boolean,
    readonly nextPath: string | null = null,
    tagged: string = json,
  ) {
    this.etag = `W/"${hash('sha1', tagged, 'base64url')}"`;
  }

  /** The body as of `asOfMs`; requests at the same instant share one encoded body. */
  at(asOfMs: number): EncodedBody {
    if (this.#encoded === null || this.#encodedAsOfMs !== asOfMs) {
      const asOf = new Date(asOfMs).toISOString();
      this.#encoded = new EncodedBody(this.carriesAsOf ? `${this.json},"as_of":"${asOf}"}` : this.json, asOf);
      this.#encodedAsOfMs = asOfMs;
    }
    return this.#encoded;
  }
}

/** An object as a body that ends with `as_of`. @param next - path and query of the next page; null on the last one. */
export function objectBody(body: object, next: string | null = null): ResponseBody {
  return new ResponseBody(JSON.stringify(body).slice(0, -1), true, next);
}
