import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { negotiateEncoding } from '../input/accept-encoding';
import type { ResponseCache } from '../fast-path/serve-from-cache';
import type { CurrentView } from '../../catalogue/current-view';
import type { Plan } from '@droptrack/contracts';
import {
  type Answer,
  dataHeaders,
  type DataHeadersOptions,
  type Encoding,
  JSON_TYPE,
  namesEntityTag,
  Rendering,
  VARY,
} from './answer';
import type { StaticFile } from './static-file';

/** A shared answer and the instant it is asked for: what a data controller returns. */
export class AnswerAt {
  constructor(
    readonly answer: Answer,
    readonly asOfMs: number,
  ) {}
}

/** An answer that was made from a view and nothing else, so that every key of a plan gets it: the cache stores it. */
export class ViewAnswer extends AnswerAt {
  constructor(
    answer: Answer,
    readonly view: CurrentView,
  ) {
    super(answer, view.asOfMs);
  }
}

/** What an answer may say beside its body. */
export interface UnkeptExtras {
  /** 200 when not given. */
  readonly status?: 201 | 202;
  /** Path of what was made. */
  readonly location?: string;
  /** Path and query of the next page; null on the last one. */
  readonly nextPath?: string | null;
}

/** An answer about what is the caller's own: nobody keeps it, so it has no entity tag. */
export class UnkeptAnswer {
  constructor(
    /** The body, whole. */
    readonly json: string,
    /** Up to which instant it is complete, milliseconds since the epoch. */
    readonly asOfMs: number,
    readonly extras: UnkeptExtras = {},
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
 * Sends a data answer: conditional request, compressed form and headers in one place, and straight
 * to the socket, for this is what most requests pay.
 *
 * A body that is not compressed for this caller still says `Vary: Accept-Encoding`,
 * so that no cache gives it to another.
 */
export function writeAnswer(reply: FastifyReply, body: AnswerAt, options: WriterOptions): FastifyReply {
  const { answer, asOfMs } = body;
  const rendering = answer.at(asOfMs);
  const { headers } = reply.request;
  const encoding = rendering.isCompressible ? negotiateEncoding(headers['accept-encoding']) : null;
  if (body instanceof ViewAnswer) store(reply, body, encoding, options);
  const isUnchanged = namesEntityTag(headers['if-none-match'], answer.etag);
  const bytes = isUnchanged ? null : encoding === null ? rendering.body : rendering.compressed(encoding);
  const head = reply.getHeaders() as OutgoingHttpHeaders;
  const deprecation = head['link'];
  Object.assign(head, dataHeaders(answer, rendering.asOf, bytes && { length: bytes.length, encoding }, options));
  if (deprecation !== undefined) head['link'] = [deprecation, head['link'] ?? []].flat().join(', ');
  return send(reply, isUnchanged ? 304 : 200, head, bytes);
}

/**
 * Stores a response that cost its key one token and has no header of its own: neither CORS headers, which depend on the
 * origin, nor the announcement of a sunset, after which the route answers 410.
 */
function store(
  reply: FastifyReply,
  { answer, view }: ViewAnswer,
  encoding: Encoding | null,
  { cache, cachedHeaders, viewFor }: WriterOptions,
): void {
  const { apiKey, hasTakenToken, raw, routeOptions, headers } = reply.request;
  if (apiKey === undefined || !hasTakenToken || raw.url === undefined) return;
  if (!Object.keys(reply.getHeaders()).every((name) => cachedHeaders.has(name))) return;
  // A new view may have come since the response was made.
  if (viewFor(apiKey.plan)?.view !== view.view) return;
  cache.store(apiKey.plan, view, raw.url, {
    route: routeOptions.url ?? 'none',
    answer,
    accept: headers.accept,
    acceptEncoding: headers['accept-encoding'] as string | undefined,
    encoding,
  });
}

/** Sends an answer that is made for one request and kept by nobody. */
export function writeUnkept(reply: FastifyReply, answer: UnkeptAnswer, options: WriterOptions): FastifyReply {
  const { json, asOfMs, extras } = answer;
  const { status = 200, location, nextPath = null } = extras;
  const asOf = new Date(asOfMs).toISOString();
  const head = reply.getHeaders() as OutgoingHttpHeaders;
  head['cache-control'] = 'no-store';
  head['vary'] = options.variesByOrigin ? `${VARY}, Origin` : VARY;
  head['x-data-as-of'] = asOf;
  if (location !== undefined) head['location'] = options.publicUrl + location;
  if (nextPath !== null) addLink(head, `<${options.publicUrl}${nextPath}>; rel="next"`);
  if (reply.request.headers['accept-encoding'] !== undefined) {
    return sendRendering(reply, head, new Rendering(Buffer.from(json), asOf), status);
  }
  head['content-type'] = JSON_TYPE;
  // A text goes out in one piece with its head.
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

function sendRendering(
  reply: FastifyReply,
  head: OutgoingHttpHeaders,
  rendering: Rendering,
  status = 200,
): FastifyReply {
  const accepted = reply.request.headers['accept-encoding'];
  const encoding = rendering.isCompressible ? negotiateEncoding(accepted) : null;
  if (encoding !== null) head['content-encoding'] = encoding;
  head['content-type'] = JSON_TYPE;
  return send(reply, status, head, encoding === null ? rendering.body : rendering.compressed(encoding));
}

/** Nothing of Fastify's own is left to do for an answer that is ready: it would look at every header again. */
function send(
  reply: FastifyReply,
  status: number,
  head: OutgoingHttpHeaders,
  body: Buffer | string | null,
): FastifyReply {
  if (body !== null) head['content-length'] = Buffer.byteLength(body);
  const isWithoutBody = body === null || reply.request.method === 'HEAD';
  reply
    .hijack()
    .raw.writeHead(status, head)
    .end(isWithoutBody ? null : body);
  return reply;
}

/** Adds to the links that a guard may have set already. */
function addLink(head: OutgoingHttpHeaders, link: string): void {
  head['link'] = head['link'] === undefined ? link : `${String(head['link'])}, ${link}`;
}
