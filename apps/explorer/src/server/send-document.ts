import { type Encoding, negotiateEncoding } from '@droptrack/program/encoding';
import { memoized } from '@droptrack/resilience';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { Document } from './document';

/** Parsing the header of each request would take longer than sending a page from the cache. */
export const codingOf = memoized(negotiateEncoding);

/** Sends a page that may be stored past the framework, which would copy and check each header itself. */
function sendShared(document: Document, coding: Encoding | null, body: Buffer, reply: FastifyReply): FastifyReply {
  reply.hijack();
  writeShared(document, coding, body, reply.raw);
  return reply;
}

/** Writes a page that may be stored. */
export function writeShared(document: Document, coding: Encoding | null, body: Buffer, response: ServerResponse): void {
  response.writeHead(document.status, document.head(coding, body.length)).end(body);
}

/** Sends a page in the coding that the client accepts. */
export async function send(document: Document, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const coding = codingOf(String(request.headers['accept-encoding'] ?? ''));
  if (document.isMatchedBy(request.headers['if-none-match'])) {
    return reply.code(304).headers(document.headers(null)).send();
  }
  const body = await document.body(coding);
  if (document.isShared && request.method === 'GET') return sendShared(document, coding, body, reply);
  return reply.code(document.status).headers(document.headers(coding)).send(body);
}
