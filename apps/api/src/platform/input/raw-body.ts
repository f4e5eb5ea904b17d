import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { METHODS } from 'node:http';
import { DomainError } from '../errors/domain-error';

/** Largest body of a request, in bytes; a route can raise it (larger-body.decorator.ts). */
export const BODY_BYTES_MAX = 16 * 1024;

/** Bytes of a rejected body that are read and discarded before the connection is closed. */
const DISCARD_BYTES_MAX = 4 * 1024 * 1024;

const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sends the rejection of a body; the request pipeline ends there. */
type Reject = (error: DomainError, request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Reads bodies into `request.body` as buffers, up to the limit of the route; a request without a body has an empty one.
 * Media type and content are checked after key and plan.
 *
 * Every method is registered as one without a body: Fastify would reject other media types before the key is checked, and
 * its body parser doubles the cost of a small request: the resource that it binds to `async_hooks` retains a quarter of
 * the allocations of the request until the next full garbage collection.
 */
export function takeBodiesRaw(server: FastifyInstance, reject: Reject): void {
  // Fastify lists QUERY also on Node 20.19, whose HTTP parser does not know it.
  for (const method of server.supportedMethods.filter((name) => METHODS.includes(name)))
    server.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  server.addHook('preParsing', (request, reply, payload, done) => {
    if (WITHOUT_BODY.has(request.method)) return done();
    const { bodyBytesMax = BODY_BYTES_MAX } = request.routeOptions.config;
    const chunks: Buffer[] = [];
    let bytes = 0;
    let isRejected = Number(request.headers['content-length']) > bodyBytesMax;
    // Fastify's own limit would close the connection of a client that is still sending, which would see a reset.
    if (isRejected) reject(bodyTooLarge(bodyBytesMax), request, reply);
    payload.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= bodyBytesMax) return void chunks.push(chunk);
      if (!isRejected) reject(bodyTooLarge(bodyBytesMax), request, reply);
      isRejected = true;
      if (bytes > bodyBytesMax + DISCARD_BYTES_MAX) request.raw.destroy();
    });
    payload.on('end', () => {
      if (isRejected) return;
      request.body = Buffer.concat(chunks);
      done();
    });
    // The client has closed the connection: no response can be sent.
    payload.on('error', ignore);
  });
}

const ignore = (): void => undefined;

/** Rejection of a body over the limit. */
export const bodyTooLarge = (bodyBytesMax: number = BODY_BYTES_MAX): DomainError =>
  new DomainError('payload_too_large', `The body exceeds the limit of ${bodyBytesMax / 1024} KiB for this route`);
