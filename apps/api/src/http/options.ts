import type { FastifyInstance } from 'fastify';
import type { RouteTable } from './route-table';

/** Tells anybody, without a key, which methods a path takes. Preflights of browsers are answered before by CORS. */
export function answerOptions(server: FastifyInstance, routes: RouteTable): void {
  server.addHook('onRequest', (request, reply, done) => {
    const methods = request.method === 'OPTIONS' ? routes.methodsOf(request.url.split('?', 1)[0] ?? '/') : [];
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
