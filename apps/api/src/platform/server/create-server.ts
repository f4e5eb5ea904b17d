import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { FastifyServerFactory } from 'fastify';
import { boundConnections, type ConnectionBounds } from './bound-connections';
import { passOnExpectations } from './expectation';
import { PipelinedResponse } from './pipeline';

/** Milliseconds within which a request must have arrived whole. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Interval at which requests are checked for that, in milliseconds. */
const CHECK_EVERY_MS = 5_000;
/** Longer than the idle time of common load balancers, so that they close first. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** Handler in front of another one: it either answers a request, or returns false and leaves it untouched. */
export type InFrontOf = (handler: RequestListener) => (request: IncomingMessage, response: ServerResponse) => boolean;

/** The HTTP server under Fastify, with bounds on its connections and a handler in front of the framework. */
export function serverFactory(bounds: ConnectionBounds, inFrontOf: InFrontOf): FastifyServerFactory {
  return (framework): Server => {
    const serve = inFrontOf(framework);
    const server = createServer(
      {
        ServerResponse: PipelinedResponse,
        // Rejected by a hook of ours, with a problem document.
        requireHostHeader: false,
        requestTimeout: REQUEST_TIMEOUT_MS,
        headersTimeout: REQUEST_TIMEOUT_MS,
        connectionsCheckingInterval: CHECK_EVERY_MS,
        keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      },
      (request, response) => void (serve(request, response) || framework(request, response)),
    );
    boundConnections(server, bounds);
    passOnExpectations(server);
    return server;
  };
}
