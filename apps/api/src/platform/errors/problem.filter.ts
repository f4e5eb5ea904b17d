import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { traceIdOf } from '../fast-path/access-log';
import { pathOf } from '../server/path';
import type { RouteTable } from '../server/route-table';
import { SAFE_HEADERS } from '../server/safe-headers';
import { DomainError, ROUTE_NOT_FOUND } from './domain-error';
import { instanceOf, presentProblem, PROBLEM_TYPE } from './problem';

/** Dependencies of {@link ProblemFilter}. */
interface ProblemFilterOptions {
  readonly publicUrl: string;
  readonly routes: RouteTable;
  readonly logger: Logger;
}

/**
 * Sends all problems of the service. A {@link DomainError} becomes its problem; errors of Nest and Fastify are mapped by
 * status. Every other error is logged with the request id, and the client receives a fixed message, as the message of the
 * error may contain names of tables and hosts, or keys.
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly options: ProblemFilterOptions) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.send(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Sends a problem, also for requests that fail before Nest receives them, such as a target that cannot be decoded. */
  send(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const known = this.#known(error, request);
    if (known.code === 'internal_error') {
      this.options.logger.error(
        { err: error, requestId: request.id, traceId: traceIdOf(request.headers) },
        'request failed',
      );
    }
    const problem = presentProblem(known, {
      publicUrl: this.options.publicUrl,
      instance: instanceOf(pathOf(request.url)),
      requestId: request.id,
    });
    // Set by the route for the file that the client does not receive.
    reply.removeHeader('content-disposition');
    reply
      .code(problem.status)
      .headers({ ...SAFE_HEADERS, 'x-request-id': request.id, 'cache-control': 'no-store', ...known.details.headers })
      .type(PROBLEM_TYPE)
      .send(Buffer.from(JSON.stringify(problem)));
  }

  /** Rejects a request without a route, before its body is read. */
  sendNoSuchRoute(request: FastifyRequest, reply: FastifyReply): void {
    this.send(this.#noSuchRoute(request), request, reply);
  }

  #known(error: unknown, request: FastifyRequest): DomainError {
    if (error instanceof DomainError) return error;
    switch (statusOf(error)) {
      case 400:
      case 404:
      case 414:
        return this.#noSuchRoute(request);
      case 413:
        return new DomainError('payload_too_large', 'The body is too large for this route');
      case 415:
        return new DomainError('unsupported_media_type', 'The body must be application/json');
      default:
        return new DomainError('internal_error', 'Something went wrong on our side');
    }
  }

  /** A path that exists for other methods is 405, with these in `Allow`. */
  #noSuchRoute(request: FastifyRequest): DomainError {
    const methods = this.options.routes.methodsOf(pathOf(request.url));
    if (methods.length === 0 || methods.includes(request.method)) {
      return ROUTE_NOT_FOUND;
    }
    const allow = methods.join(', ');
    return new DomainError('method_not_allowed', `This route supports only ${allow}`, { headers: { allow } });
  }
}

function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const { statusCode } = (error ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : 500;
}
