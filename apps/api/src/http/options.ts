import type { FastifyInstance } from 'fastify';
import type { RouteTable } from './route-table';

/**
 * Tells anybody, without a key, which methods a path takes.
 *
 * @param leavesPreflights - whether browsers' preflights are somebody else's (CORS is on).
 */
export function answerOptions(server: FastifyInstance, routes: RouteTable, leavesPreflights: boolean): void {
  server.addHook('onRequest', (request, reply, done) => {
    const isPreflight = request.headers['access-control-request-method'] !== undefined;
    const isOurs = request.method === 'OPTIONS' && !(isPreflight && leavesPreflights);
    const methods = isOurs ? routes.methodsOf(request.url.split('?', 1)[0] ?? '/') : [];
    if (methods.length === 0) {
      done();
      return;
    }
    reply
      .code(204)
      .header('allow', [...methods, 'OPTIONS'].join(', '))
      .send();
  });
}
