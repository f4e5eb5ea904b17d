import type { FastifyReply } from 'fastify';
import { negotiateEncoding } from './accept-encoding';
import type { Answer } from './answer';
import { namesEntityTag } from './if-none-match';

/** A shared answer and the instant it is asked for: what a data controller returns. */
export class AnswerAt {
  constructor(
    readonly answer: Answer,
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
const CACHE_CONTROL = 'private, no-cache';

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
    'cache-control': CACHE_CONTROL,
    vary: options.variesByOrigin
      ? 'Authorization, Accept, Accept-Encoding, Origin'
      : 'Authorization, Accept, Accept-Encoding',
    'x-data-as-of': rendering.asOf,
  });
  if (answer.nextPath !== null) addLink(reply, `<${options.publicUrl}${answer.nextPath}>; rel="next"`);
  if (namesEntityTag(headers['if-none-match'], answer.etag)) {
    return reply.code(304).send();
  }
  reply.header('content-type', 'application/json; charset=utf-8');
  const encoding = rendering.isCompressible ? negotiateEncoding(headers['accept-encoding']) : null;
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
