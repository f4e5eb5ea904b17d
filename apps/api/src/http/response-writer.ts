import type { FastifyReply } from 'fastify';
import { negotiateEncoding } from './accept-encoding';
import { type Answer, Rendering } from './answer';
import { namesEntityTag } from './if-none-match';

/** A shared answer and the instant it is asked for: what a data controller returns. */
export class AnswerAt {
  constructor(
    readonly answer: Answer,
    readonly asOfMs: number,
  ) {}
}

/** An answer about what is the caller's own: nobody keeps it, so it has no entity tag. */
export class UnkeptAnswer {
  constructor(
    /** The body, whole. */
    readonly json: string,
    /** Up to which instant it is complete, milliseconds since the epoch. */
    readonly asOfMs: number,
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

/**
 * Sends a data answer: conditional request, compressed form and headers in one place.
 *
 * A body that is not compressed for this caller still says `Vary: Accept-Encoding`,
 * so that no cache gives it to another.
 */
export function writeAnswer(reply: FastifyReply, { answer, asOfMs }: AnswerAt, options: WriterOptions): FastifyReply {
  const { headers } = reply.request;
  const rendering = answer.at(asOfMs);
  reply.headers({
    etag: answer.etag,
    'cache-control': KEPT,
    vary: varyOf(options),
    'x-data-as-of': rendering.asOf,
  });
  if (answer.nextPath !== null) addLink(reply, `<${options.publicUrl}${answer.nextPath}>; rel="next"`);
  if (namesEntityTag(headers['if-none-match'], answer.etag)) {
    return reply.code(304).send();
  }
  return sendRendering(reply, rendering);
}

/** Sends an answer that is made for one request and kept by nobody. */
export function writeUnkept(reply: FastifyReply, { json, asOfMs }: UnkeptAnswer, options: WriterOptions): FastifyReply {
  const rendering = new Rendering(Buffer.from(json), new Date(asOfMs).toISOString());
  reply.headers({ 'cache-control': UNKEPT, vary: varyOf(options), 'x-data-as-of': rendering.asOf });
  return sendRendering(reply, rendering);
}

const varyOf = ({ variesByOrigin }: WriterOptions): string =>
  variesByOrigin ? 'Authorization, Accept, Accept-Encoding, Origin' : 'Authorization, Accept, Accept-Encoding';

function sendRendering(reply: FastifyReply, rendering: Rendering): FastifyReply {
  const accepted = reply.request.headers['accept-encoding'];
  reply.header('content-type', 'application/json; charset=utf-8');
  const encoding = rendering.isCompressible ? negotiateEncoding(accepted) : null;
  if (encoding === null) {
    return reply.code(200).send(rendering.body);
  }
  return reply.code(200).header('content-encoding', encoding).send(rendering.compressed(encoding));
}

/** Adds to the links that a guard may have set already. */
function addLink(reply: FastifyReply, link: string): void {
  const links = reply.getHeader('link');
  reply.header('link', links === undefined ? link : `${String(links)}, ${link}`);
}
