import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error';
import { NDJSON_TYPE } from '@droptrack/contracts';
import { acceptsJson, acceptsNdjson } from './accept-encoding';
import type { RoutePolicies } from '../server/route-policy';

/** Refuses callers that do not take what the route answers in. Runs after key and plan (order of checks). */
export class AcceptGuard implements CanActivate {
  constructor(private readonly policies: RoutePolicies) {}

  /** @throws {DomainError} `not_acceptable` */
  canActivate(context: ExecutionContext): boolean {
    const { accept } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    const { isPublic, isStreamed } = this.policies.of(context);
    if (isPublic || (isStreamed ? acceptsNdjson(accept) : acceptsJson(accept))) return true;
    throw notAcceptable(isStreamed);
  }
}

/** The refusal of a caller that does not take what the route answers in: lines of JSON where it is streamed. */
export const notAcceptable = (isStreamed: boolean): DomainError =>
  new DomainError('not_acceptable', `This route returns only ${isStreamed ? NDJSON_TYPE : 'application/json'}`);
