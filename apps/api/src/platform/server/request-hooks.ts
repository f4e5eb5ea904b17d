import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AccessLog, traceIdOf } from '../fast-path/access-log';
import { hasUnmetExpectation, unmetExpectation } from './expectation';
import type { ProblemFilter } from '../errors/problem.filter';
import { type Drain, stopping } from '../health/drain';
import type { ApiMetrics } from '../metrics/metrics';
import { withoutHost } from './parser-errors';
import { pathOf } from './path';
import type { RouteTable } from './route-table';
import { SAFE_HEADERS } from './safe-headers';

/** Dependencies of {@link addRequestHook}. */
interface RequestHookOptions {
  readonly routes: RouteTable;
  readonly drain: Drain;
  readonly problems: ProblemFilter;
  /** Inspects each request for headers of an undeclared proxy; null if there is nothing to detect. */
  readonly detectProxy: ((request: IncomingMessage) => void) | null;
  /** True if the CORS plugin handles preflights. */
  readonly hasCors: boolean;
}

/** True for a CORS preflight (Fetch standard). */
const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/**
 * Adds the first step of the request pipeline, before any route: sets the headers of every response, responds to `OPTIONS`, and
 * rejects requests without `Host`, without a route, or received during a drain. One hook instead of several, as every
 * request pays for each hook.
 */
export function addRequestHook(
  server: FastifyInstance,
  { routes, drain, problems, detectProxy, hasCors }: RequestHookOptions,
): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(SAFE_HEADERS).header('x-request-id', request.id);
    const { raw } = request;
    detectProxy?.(raw);
    if (raw.headers.host === undefined && raw.httpVersion === '1.1')
      return problems.send(withoutHost(), request, reply);
    if (hasUnmetExpectation(raw)) return problems.send(unmetExpectation(), request, reply);
    if (request.method === 'OPTIONS') {
      const methods = routes.methodsOf(pathOf(request.url));
      if (methods.length === 0) return problems.sendNoSuchRoute(request, reply);
      if (!(hasCors && isPreflight(request))) return sendMethods(reply, methods);
    }
    // Without this check, Fastify would read the body before it responds with 404 or 405.
    if (request.is404) return problems.sendNoSuchRoute(request, reply);
    if (drain.isDraining && pathOf(request.url) !== '/healthz') return problems.send(stopping(), request, reply);
    done();
  });
}

/** Responds to `OPTIONS` without a key and without a token. */
function sendMethods(reply: FastifyReply, methods: readonly string[]): void {
  reply.code(204).header('allow', methods.join(', ')).send();
}

/** Milliseconds until the head of responses whose length says nothing about the service. */
const headMs = new WeakMap<FastifyReply, number>();

/** Records the time of a response up to now in the metrics, instead of its whole length, which a client decides. */
export const recordAtHead = (reply: FastifyReply): void => void headMs.set(reply, reply.elapsedTime);

/** Records a response in the access log and the metrics. */
export type RecordResponse = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Adds the access log and the metrics of responses. The access log never contains values of the query, headers or bodies,
 * as they may be secrets or personal data.
 *
 * @returns function that records a response whose client disconnected before its end, which the framework does not report.
 */
export function addAccessLogHook(server: FastifyInstance, log: AccessLog, metrics: ApiMetrics): RecordResponse {
  const record: RecordResponse = (request, reply) => {
    const { id: requestId, method, apiKey } = request;
    const route = request.routeOptions.url ?? 'none';
    const [status, durationMs] = [reply.statusCode, reply.elapsedTime];
    metrics.record(route, status, headMs.get(reply) ?? durationMs);
    log.record({
      requestId,
      method,
      route,
      status,
      durationMs,
      keyId: apiKey?.id,
      traceId: traceIdOf(request.headers),
    });
  };
  server.addHook('onResponse', (request, reply, done) => {
    record(request, reply);
    done();
  });
  return record;
}
