import { type Encoding, negotiateEncoding } from '@droptrack/program/encoding';
import { namesEntityTag } from '@droptrack/program/entity-tag';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseCache } from '../fast-path/response-cache';
import type { CurrentView } from '../../catalogue/current-view';
import type { Plan } from '@droptrack/contracts';
import { type ResponseBody, dataHeaders, type DataHeadersOptions, JSON_TYPE, EncodedBody, VARY } from './response-body';
import { COMPRESS_ASIDE_FROM_BYTES, compressAside } from './compress';
import { send } from './send';
import type { StaticFile } from './static-file';

/** A shared body and the instant of the data: the result of data controllers. */
export class DataResponse {
  constructor(
    readonly body: ResponseBody,
    readonly asOfMs: number,
  ) {}
}

/** A response that depends only on the view, so that it is equal for all keys of a plan; the response cache stores it. */
export class ViewResponse extends DataResponse {
  constructor(
    body: ResponseBody,
    readonly view: CurrentView,
  ) {
    super(body, view.asOfMs);
  }
}

/** Status and headers of an {@link UncachedResponse}. */
interface UncachedExtras {
  /** Default: 200. */
  readonly status?: 201 | 202;
  /** Path of the created resource or queued job. */
  readonly location?: string;
  /** True for the stored response to an earlier request with the same idempotency key. */
  readonly isReplayed?: boolean;
  /** Path and query of the next page; null on the last one. */
  readonly nextPath?: string | null;
}

/** A response with data of the account. It is never cached (`no-store`), so it has no entity tag. */
export class UncachedResponse {
  constructor(
    /** The complete body. */
    readonly json: string,
    /** Instant up to which the body is complete, in milliseconds since the epoch. */
    readonly asOfMs: number,
    readonly extras: UncachedExtras = {},
  ) {}
}

/** Settings of the deployment, and the cache of responses. */
export interface WriterOptions extends DataHeadersOptions {
  readonly cache: ResponseCache;
  /** Names of the headers that the cache writes, or that a data response replaces. */
  readonly cachedHeaders: ReadonlySet<string>;
  readonly viewFor: (plan: Plan) => CurrentView | null;
}

/**
 * Sends a data response: evaluates the conditional request, chooses the content coding, and writes directly to the socket,
 * as most requests pay for this path.
 */
export function writeData(reply: FastifyReply, response: DataResponse, options: WriterOptions): FastifyReply {
  const { body, asOfMs } = response;
  const encoded = body.at(asOfMs);
  const { headers } = reply.request;
  const encoding = encoded.isCompressible ? negotiateEncoding(headers['accept-encoding']) : null;
  const head = reply.getHeaders() as OutgoingHttpHeaders;
  if (response instanceof ViewResponse) store(reply.request, head, response, encoding, options);
  const isUnchanged = namesEntityTag(headers['if-none-match'], body.etag);
  const sent = isUnchanged ? null : encoding === null ? encoded.text : encoded.compressed(encoding);
  const deprecation = head['link'];
  const entity = sent === null ? null : { length: encoding === null ? encoded.length : sent.length, encoding };
  const sequence = response instanceof ViewResponse ? response.view.view.seq : null;
  Object.assign(head, dataHeaders(body, encoded.asOf, sequence, entity, options));
  if (deprecation !== undefined) head['link'] = [deprecation, head['link'] ?? []].flat().join(', ');
  return send(reply, isUnchanged ? 304 : 200, head, sent);
}

/**
 * Stores a response that cost its key one token and has no header of its own: neither CORS headers, which depend on the
 * origin, nor the announcement of a sunset, after which the route returns 410.
 */
function store(
  { apiKey, hasTakenToken, raw, routeOptions, headers }: FastifyRequest,
  head: OutgoingHttpHeaders,
  { body, view }: ViewResponse,
  encoding: Encoding | null,
  { cache, cachedHeaders, viewFor }: WriterOptions,
): void {
  if (apiKey === undefined || apiKey.isDelayed === true || !hasTakenToken || raw.url === undefined) return;
  if (!Object.keys(head).every((name) => cachedHeaders.has(name))) return;
  // A new view may have come since the response was made.
  if (viewFor(apiKey.plan)?.view !== view.view) return;
  cache.store(apiKey.plan, view, raw.url, {
    route: routeOptions.url ?? 'none',
    body,
    acceptEncoding: headers['accept-encoding'] as string | undefined,
    encoding,
  });
}

/** Sends a response that no cache stores. */
export function writeUncached(reply: FastifyReply, response: UncachedResponse, options: WriterOptions): FastifyReply {
  const { json, asOfMs, extras } = response;
  const { status = 200, location, isReplayed = false, nextPath = null } = extras;
  const asOf = new Date(asOfMs).toISOString();
  const head = reply.getHeaders() as OutgoingHttpHeaders;
  head['cache-control'] = 'no-store';
  head['vary'] = options.variesByOrigin ? `${VARY}, Origin` : VARY;
  head['x-data-as-of'] = asOf;
  if (location !== undefined) head['location'] = options.publicUrl + location;
  if (isReplayed) head['idempotent-replayed'] = 'true';
  if (nextPath !== null) addLink(head, `<${options.publicUrl}${nextPath}>; rel="next"`);
  if (reply.request.headers['accept-encoding'] !== undefined) {
    return sendEncoded(reply, head, new EncodedBody(json, asOf), status);
  }
  head['content-type'] = JSON_TYPE;
  // Node writes the head and a body of text together.
  return send(reply, status, head, json);
}

/** Sends a page or a file. Headers of its route, such as `Cache-Control`, are set already. */
export function writeFile(reply: FastifyReply, file: StaticFile, { variesByOrigin }: WriterOptions): FastifyReply {
  const head = reply.getHeaders() as OutgoingHttpHeaders;
  head['vary'] = variesByOrigin ? 'Accept-Encoding, Origin' : 'Accept-Encoding';
  head['etag'] = file.etag;
  if (file.policy !== undefined) head['content-security-policy'] = file.policy;
  if (namesEntityTag(reply.request.headers['if-none-match'], file.etag)) return send(reply, 304, head, null);
  head['content-type'] = file.type;
  const encoding = file.isCompressible ? negotiateEncoding(reply.request.headers['accept-encoding']) : null;
  if (encoding === null) return send(reply, 200, head, file.body);
  reply.hijack();
  void file.compressed(encoding).then(
    (body) => send(reply, 200, { ...head, 'content-encoding': encoding }, body),
    // Without memory for the compressor, the plain body still goes out.
    () => send(reply, 200, head, file.body),
  );
  return reply;
}

function sendEncoded(reply: FastifyReply, head: OutgoingHttpHeaders, body: EncodedBody, status: number): FastifyReply {
  const accepted = reply.request.headers['accept-encoding'];
  const encoding = body.isCompressible ? negotiateEncoding(accepted) : null;
  head['content-type'] = JSON_TYPE;
  if (encoding === null) return send(reply, status, head, body.text);
  const encoded = { ...head, 'content-encoding': encoding };
  if (body.length <= COMPRESS_ASIDE_FROM_BYTES) return send(reply, status, encoded, body.compressed(encoding));
  reply.hijack();
  void compressAside(body.bytes, encoding).then(
    (bytes) => send(reply, status, encoded, bytes),
    // Without memory for the compressor, the plain body still goes out.
    () => send(reply, status, head, body.text),
  );
  return reply;
}

/** Adds to the links that a guard may have set already. */
function addLink(head: OutgoingHttpHeaders, link: string): void {
  head['link'] = head['link'] === undefined ? link : `${String(head['link'])}, ${link}`;
}
