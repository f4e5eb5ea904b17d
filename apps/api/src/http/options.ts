import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './path';
import type { RouteTable } from './route-table';

/** A browser's question before a call from another origin (Fetch standard, CORS-preflight). */
export const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/**
 * Tells anybody, without a key, which methods a path takes.
 *
 * @param leavesPreflights - whether browsers' preflights are somebody else's (CORS is on).
 * @param refuse - answers for a path that does not exist.
 */
export function answerOptions(
  server: FastifyInstance,
  routes: RouteTable,
  leavesPreflights: boolean,
  refuse: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'OPTIONS') return done();
    const methods = routes.methodsOf(pathOf(request.url));
    if (methods.length === 0) return refuse(request, reply);
    if (leavesPreflights && isPreflight(request)) return done();
    reply.code(204).header('allow', methods.join(', ')).send();
  });
}
