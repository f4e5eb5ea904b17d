import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error';
import { NDJSON_TYPE } from '@droptrack/contracts';
import { acceptsJson, acceptsNdjson } from './accept';
import type { RoutePolicies } from '../server/route-policy';

/** Rejects requests that do not accept the route's media type. Runs after the guards of key and plan. */
export class AcceptGuard implements CanActivate {
  constructor(private readonly policies: RoutePolicies) {}

  /** @throws {DomainError} `not_acceptable` */
  canActivate(context: ExecutionContext): boolean {
    const { accept } = context.getArgByIndex<FastifyRequest>(0).headers;
    const { isPublic, isStreamed } = this.policies.of(context);
    if (isPublic || (isStreamed ? acceptsNdjson(accept) : acceptsJson(accept))) return true;
    throw notAcceptable(isStreamed);
  }
}

/** Rejection of a client that does not accept the media type of the route: NDJSON if it is streamed, else JSON. */
export const notAcceptable = (isStreamed: boolean): DomainError =>
  new DomainError('not_acceptable', `This route returns only ${isStreamed ? NDJSON_TYPE : 'application/json'}`);
