import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ApiMetrics } from '../metrics/metrics';

/**
 * Counts every answer and writes a line about it: method, route, status, time, request
 * id and the key's id. Never the query's values, a header or a body: they may hold what
 * must not be kept.
 */
export function observe(server: FastifyInstance, logger: Logger, metrics: ApiMetrics): void {
  const logs = logger.isLevelEnabled('info');
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const durationMs = reply.elapsedTime;
    metrics.answered(route, reply.statusCode, durationMs);
    if (logs) {
      logger.info({
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        durationMs: Math.round(durationMs * 1000) / 1000,
        ...(request.apiKey !== undefined && { keyId: request.apiKey.id }),
      });
    }
    done();
  });
}
