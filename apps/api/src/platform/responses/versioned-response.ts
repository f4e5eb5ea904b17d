import { type Encoding, ENCODINGS, negotiateEncoding } from '@droptrack/program/encoding';
import { namesEntityTag } from '@droptrack/program/entity-tag';
import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { JSON_TYPE, VARY } from './response-body';
import { send } from './send';

/** Terms under which caches may store a response. */
export interface CachePolicy {
  readonly cacheControl: string;
  /** False: a shared cache may use a stored response for requests with any key, or none. */
  readonly variesByKey: boolean;
}

/**
 * Response whose body never changes for a version of its data. Its strong entity tag is known without the body, so that a
 * conditional request needs no read.
 */
export class VersionedResponse {
  constructor(
    /** Opaque text that identifies the version and the query: letters, digits, `_` and `-`. */
    readonly version: string,
    /** Complete body; null for a request that has the version already. */
    readonly json: string | null,
    readonly asOfMs: number,
    readonly policy: CachePolicy,
  ) {}
}

/** Strong entity tag of a version in a content coding: codings of one body differ in their bytes (RFC 9110 §8.8.3.3). */
const entityTag = (version: string, encoding: Encoding | null): string =>
  `"${version}${encoding === null ? '' : `-${encoding}`}"`;

/** True if `If-None-Match` contains the version in any content coding. */
export const namesVersion = (header: string | undefined, version: string): boolean =>
  header !== undefined && [null, ...ENCODINGS].some((encoding) => namesEntityTag(header, entityTag(version, encoding)));

/** Sends the response. A body is compressed outside the event loop, since it can have a megabyte. */
export function writeVersioned(
  reply: FastifyReply,
  { version, json, asOfMs, policy }: VersionedResponse,
  { variesByOrigin }: { readonly variesByOrigin: boolean },
): FastifyReply {
  const encoding = negotiateEncoding(reply.request.headers['accept-encoding']);
  const head = reply.getHeaders() as OutgoingHttpHeaders;
  const vary = policy.variesByKey ? VARY : VARY_WITHOUT_KEY;
  Object.assign(head, {
    'cache-control': policy.cacheControl,
    vary: variesByOrigin ? `${vary}, Origin` : vary,
    'x-data-as-of': new Date(asOfMs).toISOString(),
    etag: entityTag(version, encoding),
  });
  if (json === null) return send(reply, 304, head, null);
  head['content-type'] = JSON_TYPE;
  if (encoding === null) return send(reply, 200, head, json);
  reply.hijack();
  void COMPRESSORS[encoding](Buffer.from(json)).then(
    (body) => send(reply, 200, { ...head, 'content-encoding': encoding }, body),
    // Without memory for the compressor, the plain body still goes out.
    () => send(reply, 200, { ...head, etag: entityTag(version, null) }, json),
  );
  return reply;
}

const VARY_WITHOUT_KEY = VARY.replace('Authorization, ', '');

const COMPRESSORS: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body),
};
