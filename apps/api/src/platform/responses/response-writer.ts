import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { negotiateEncoding } from '../input/accept-encoding';
import { type Answer, Rendering } from './answer';
import { namesEntityTag } from './if-none-match';
import type { StaticFile } from './static-file';

/** A shared answer and the instant it is asked for: what a data controller returns. */
export class AnswerAt {
  constructor(
    readonly answer: Answer,
    readonly asOfMs: number,
  ) {}
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

/** Headers that depend on the deployment alone. */
export interface WriterOptions {
  /** What `Link` begins with, without a slash at the end. */
  readonly publicUrl: string;
  /** Whether answers differ by `Origin` (CORS is on). */
  readonly variesByOrigin: boolean;
}

/** Data may be kept by the caller, and must be asked for again: a plan or a key can change. */
const KEPT = 'private, no-cache';
const UNKEPT = 'no-store';
const JSON_TYPE = 'application/json; charset=utf-8';
const VARY = 'Authorization, Accept, Accept-Encoding';

/**
 * Sends a data answer: conditional request, compressed form and headers in one place, and straight
 * to the socket, for this is what most requests pay.
 *
 * A body that is not compressed for this caller still says `Vary: Accept-Encoding`,
 * so that no cache gives it to another.
 */
export function writeAnswer(reply: FastifyReply, { answer, asOfMs }: AnswerAt, options: WriterOptions): FastifyReply {
  const rendering = answer.at(asOfMs);
  const head = headOf(reply, KEPT, rendering.asOf, options);
  head['etag'] = answer.etag;
  if (answer.nextPath !== null) addLink(head, `<${options.publicUrl}${answer.nextPath}>; rel="next"`);
  if (namesEntityTag(reply.request.headers['if-none-match'], answer.etag)) return send(reply, 304, head, null);
  return sendRendering(reply, head, rendering);
}

/** Sends an answer that is made for one request and kept by nobody. */
export function writeUnkept(reply: FastifyReply, answer: UnkeptAnswer, options: WriterOptions): FastifyReply {
  const { json, asOfMs, extras } = answer;
  const { status = 200, location, nextPath = null } = extras;
  const asOf = new Date(asOfMs).toISOString();
  const head = headOf(reply, UNKEPT, asOf, options);
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

/** What guards have set already, and what every data answer bears. */
function headOf(reply: FastifyReply, kept: string, asOf: string, { variesByOrigin }: WriterOptions) {
  const head = reply.getHeaders() as OutgoingHttpHeaders;
  head['cache-control'] = kept;
  head['vary'] = variesByOrigin ? `${VARY}, Origin` : VARY;
  head['x-data-as-of'] = asOf;
  return head;
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
