import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasUnmetExpectation, unmetExpectation } from './expectation';
import { withoutHost } from './malformed';
import type { ProblemFilter } from '../errors/problem.filter';
import { type Drain, stopping } from '../health/drain';
import { pathOf } from './path';
import type { RouteTable } from './route-table';
import { SAFE_HEADERS } from './safe-headers';

/** What is asked of a request before any route has it. */
export interface ArrivalRules {
  readonly routes: RouteTable;
  readonly drain: Drain;
  readonly problems: ProblemFilter;
  /** Sees each request as it arrives; null when nothing is looked for. */
  readonly look: ((request: IncomingMessage) => void) | null;
  /** Whether browsers' preflights are somebody else's (CORS is on). */
  readonly leavesPreflights: boolean;
}

/** A browser's question before a call from another origin (Fetch standard, CORS-preflight). */
export const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/**
 * Receives every request, in one hook since all of them pay for it: gives it its id, tells anybody
 * which methods a path takes, and refuses what no route takes and what comes after the process has
 * begun to stop.
 */
export function receive(
  server: FastifyInstance,
  { routes, drain, problems, look, leavesPreflights }: ArrivalRules,
): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(SAFE_HEADERS).header('x-request-id', request.id);
    const { raw } = request;
    look?.(raw);
    if (raw.headers.host === undefined && raw.httpVersion === '1.1')
      return problems.send(withoutHost(), request, reply);
    if (hasUnmetExpectation(raw)) return problems.send(unmetExpectation(), request, reply);
    if (request.method === 'OPTIONS') {
      const methods = routes.methodsOf(pathOf(request.url));
      if (methods.length === 0) return problems.sendNoSuchRoute(request, reply);
      if (!(leavesPreflights && isPreflight(request))) return tellMethods(reply, methods);
    }
    // Fastify would read the body of a request that no route takes before it says so.
    if (request.is404) return problems.sendNoSuchRoute(request, reply);
    if (drain.isDraining && pathOf(request.url) !== '/healthz') return problems.send(stopping(), request, reply);
    done();
  });
}

/** Needs no key, and costs nothing. */
function tellMethods(reply: FastifyReply, methods: readonly string[]): void {
  reply.code(204).header('allow', methods.join(', ')).send();
}
