import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error';

/** Largest body of a request, bytes; a route may take larger ones (larger-body.decorator.ts). */
export const BODY_BYTES_MAX = 16 * 1024;

/** Of a body that was refused this much more is read and thrown away, bytes; then the connection ends. */
const DISCARD_BYTES_MAX = 4 * 1024 * 1024;

/** What every body is to Fastify, which would refuse one of another type before anybody looked at the key. */
const ANY_TYPE = 'application/octet-stream';

const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Tells a caller why a body is not taken; the rest of the request's way is not gone. */
type Refuse = (error: DomainError, request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Takes bodies as they come, up to what their route takes: `request.body` is a buffer, empty when
 * there is none. What type it is and what it says is looked at after key and plan (order of checks).
 */
export function takeBodiesRaw(server: FastifyInstance, refuse: Refuse): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (request, _read, done) => done(null, request.body));
  server.addHook('preParsing', (request, reply, payload, done) => {
    if (WITHOUT_BODY.has(request.method)) return done();
    request.headers = { 'content-type': ANY_TYPE };
    const { bodyBytesMax = BODY_BYTES_MAX } = request.routeOptions.config;
    const chunks: Buffer[] = [];
    let bytes = 0;
    // Fastify's own limit would close the connection under a client that still sends: it would see a reset, no answer.
    const refuseAsTooLarge = () => {
      payload.removeListener('data', keep).removeListener('end', pass);
      discard(payload, request);
      refuse(bodyTooLarge(bodyBytesMax), request, reply);
    };
    const keep = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bodyBytesMax) refuseAsTooLarge();
      else chunks.push(chunk);
    };
    const pass = () => {
      request.body = Buffer.concat(chunks);
      done();
    };
    // The client has gone: there is nobody left to answer.
    payload.on('error', () => undefined);
    payload.on('data', keep).on('end', pass);
    if (Number(request.headers['content-length']) > bodyBytesMax) refuseAsTooLarge();
  });
}

/** The refusal of a body of more bytes than are read. */
export const bodyTooLarge = (bodyBytesMax: number = BODY_BYTES_MAX): DomainError =>
  new DomainError('payload_too_large', `The body is larger than the ${bodyBytesMax / 1024} KiB that this route takes`);

function discard(payload: NodeJS.ReadableStream, { raw }: FastifyRequest): void {
  let bytes = 0;
  payload.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DISCARD_BYTES_MAX) raw.destroy();
  });
}
