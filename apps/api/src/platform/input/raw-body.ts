import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error';

/** Largest body of a request, bytes; a route may take larger ones (larger-body.decorator.ts). */
export const BODY_BYTES_MAX = 16 * 1024;

/** Of a body that was refused this much more is read and thrown away, bytes; then the connection ends. */
const DISCARD_BYTES_MAX = 4 * 1024 * 1024;

const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Tells a caller why a body is not taken; the rest of the request's way is not gone. */
type Refuse = (error: DomainError, request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Takes bodies as they come, up to what their route takes: `request.body` is a buffer, empty when
 * there is none. What type it is and what it says is looked at after key and plan (order of checks).
 *
 * Fastify is told that no method has a body. It would refuse one of another type before anybody looked at the key,
 * and what it does about a body doubles what a small request costs: the resource that it binds its parser to for
 * `async_hooks` keeps a quarter of what the request allocates alive until the next full garbage collection.
 */
export function takeBodiesRaw(server: FastifyInstance, refuse: Refuse): void {
  for (const method of server.supportedMethods)
    server.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  server.addHook('preParsing', (request, reply, payload, done) => {
    if (WITHOUT_BODY.has(request.method)) return done();
    const { bodyBytesMax = BODY_BYTES_MAX } = request.routeOptions.config;
    const chunks: Buffer[] = [];
    let bytes = 0;
    let isRefused = Number(request.headers['content-length']) > bodyBytesMax;
    // Fastify's own limit would close the connection under a client that still sends: it would see a reset, no answer.
    if (isRefused) refuse(bodyTooLarge(bodyBytesMax), request, reply);
    payload.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= bodyBytesMax) return void chunks.push(chunk);
      if (!isRefused) refuse(bodyTooLarge(bodyBytesMax), request, reply);
      isRefused = true;
      if (bytes > bodyBytesMax + DISCARD_BYTES_MAX) request.raw.destroy();
    });
    payload.on('end', () => {
      if (isRefused) return;
      request.body = Buffer.concat(chunks);
      done();
    });
    // The client has gone: there is nobody left to answer.
    payload.on('error', ignore);
  });
}

const ignore = (): void => undefined;

/** The refusal of a body of more bytes than are read. */
export const bodyTooLarge = (bodyBytesMax: number = BODY_BYTES_MAX): DomainError =>
  new DomainError('payload_too_large', `The body exceeds the limit of ${bodyBytesMax / 1024} KiB for this route`);
