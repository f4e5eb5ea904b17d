import type { FastifyInstance } from 'fastify';
import type { AccessLog } from '../fast-path/access-log';
import type { ApiMetrics } from '../metrics/metrics';

/**
 * Counts every answer and writes a line about it: method, route, status, time, request
 * id and the key's id. Never the query's values, a header or a body: they may hold what
 * must not be kept.
 */
export function observe(server: FastifyInstance, log: AccessLog, metrics: ApiMetrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, method, apiKey } = request;
    const route = request.routeOptions.url ?? 'none';
    const [status, durationMs] = [reply.statusCode, reply.elapsedTime];
    metrics.record(route, status, durationMs);
    log.record({ requestId, method, route, status, durationMs, keyId: apiKey?.id });
    done();
  });
}
