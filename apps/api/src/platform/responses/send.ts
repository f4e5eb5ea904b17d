import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';

/** Writes to the socket directly: the response is complete, and Fastify would process every header again. */
export function send(
  reply: FastifyReply,
  status: number,
  head: OutgoingHttpHeaders,
  body: Buffer | string | null,
): FastifyReply {
  const isWithoutBody = body === null || reply.request.method === 'HEAD';
  if (body !== null) head['content-length'] = Buffer.byteLength(body);
  // A text of ASCII is the same in Latin-1, for which Node reserves one byte per character instead of three.
  const encoding = body?.length === head['content-length'] ? 'latin1' : 'utf8';
  reply
    .hijack()
    .raw.writeHead(status, head)
    .end(isWithoutBody ? null : body, encoding);
  return reply;
}
