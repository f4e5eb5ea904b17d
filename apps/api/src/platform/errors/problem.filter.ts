import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { pathOf } from '../server/path';
import type { RouteTable } from '../server/route-table';
import { SAFE_HEADERS } from '../server/safe-headers';
import { DomainError } from './domain-error';
import { presentProblem } from './problem';

/** What the filter needs to know of the deployment. */
export interface ProblemFilterOptions {
  readonly publicUrl: string;
  readonly routes: RouteTable;
  readonly logger: Logger;
}

/**
 * The one road by which a refusal leaves the service. A {@link DomainError} becomes its
 * problem; what Nest or Fastify refuse on their own is mapped by status; anything else
 * is logged with the request's id and answered by a fixed sentence, because a thrown
 * message may name tables, hosts or keys.
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly options: ProblemFilterOptions) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.send(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Also for what fails before Nest has the request: addresses that cannot be decoded, a broken header. */
  send(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const known = this.#known(error, request);
    if (known.code === 'internal_error') {
      this.options.logger.error({ err: error, requestId: request.id }, 'request failed');
    }
    const problem = presentProblem(known, {
      publicUrl: this.options.publicUrl,
      instance: pathOf(request.url).slice(0, INSTANCE_LENGTH_MAX),
      requestId: request.id,
    });
    reply
      .code(problem.status)
      .headers({ ...SAFE_HEADERS, 'x-request-id': request.id, 'cache-control': 'no-store', ...known.details.headers })
      .type('application/problem+json; charset=utf-8')
      .send(Buffer.from(JSON.stringify(problem)));
  }

  /** Refuses a request that no route takes, before its body is read. */
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

  /** A path that exists under another method is 405 and says which it takes. */
  #noSuchRoute(request: FastifyRequest): DomainError {
    const methods = this.options.routes.methodsOf(pathOf(request.url));
    if (methods.length === 0 || methods.includes(request.method)) {
      return new DomainError('route_not_found', 'No route has this path; see /docs for all routes');
    }
    const allow = methods.join(', ');
    return new DomainError('method_not_allowed', `This route supports only ${allow}`, { headers: { allow } });
  }
}

/** Longest path that is repeated in a problem. */
const INSTANCE_LENGTH_MAX = 256;

function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const { statusCode } = (error ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : 500;
}
