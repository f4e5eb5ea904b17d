import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error';
import { acceptsJson } from './accept-encoding';
import type { RoutePolicies } from './route-policy';

/** Refuses callers that do not take JSON. Runs after key and plan (order of checks). */
export class AcceptGuard implements CanActivate {
  constructor(private readonly policies: RoutePolicies) {}

  /** @throws {DomainError} `not_acceptable` */
  canActivate(context: ExecutionContext): boolean {
    const { accept } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    if (acceptsJson(accept) || this.policies.of(context).isPublic) return true;
    throw new DomainError('not_acceptable', 'This route answers application/json only');
  }
}
