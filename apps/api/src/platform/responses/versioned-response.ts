import { type Encoding, negotiateEncoding } from '@droptrack/program/encoding';
import { namesEntityTag } from '@droptrack/program/entity-tag';
import type { FastifyReply } from 'fastify';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { compressAside } from './compress';
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

/** Headers of a request that decide whether its client has the current version. */
export type ConditionalHeaders = Pick<IncomingHttpHeaders, 'if-none-match' | 'accept-encoding'>;

/** True if `If-None-Match` contains the version in the content coding that the client would receive. */
export const hasVersion = (headers: ConditionalHeaders, version: string): boolean =>
  namesEntityTag(headers['if-none-match'], entityTag(version, negotiateEncoding(headers['accept-encoding'])));

/** Sends the response. A body is compressed outside the event loop, since it can have a megabyte. */
export function writeVersioned(
  reply: FastifyReply,
  { version, json, asOfMs, policy }: VersionedResponse,
  { variesByOrigin }: { readonly variesByOrigin: boolean },
): FastifyReply {
  const encoding = negotiateEncoding(reply.request.headers['accept-encoding']);
  const head = reply.getHeaders() as OutgoingHttpHeaders;
  const vary = policy.variesByKey ? VARY : VARY_WITHOUT_KEY;
  // A shared cache would send the limit of the first key to all others.
  if (!policy.variesByKey) {
    delete head['ratelimit'];
    delete head['ratelimit-policy'];
  }
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
  void compressAside(Buffer.from(json), encoding).then(
    (body) => send(reply, 200, { ...head, 'content-encoding': encoding }, body),
    // Without memory for the compressor, the plain body still goes out.
    () => send(reply, 200, { ...head, etag: entityTag(version, null) }, json),
  );
  return reply;
}

const VARY_WITHOUT_KEY = VARY.replace('Authorization, ', '');
