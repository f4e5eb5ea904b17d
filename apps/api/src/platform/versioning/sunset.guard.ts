import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../errors/domain-error';
import type { RoutePolicies } from '../server/route-policy';
import type { Deprecation } from './deprecated.decorator';

/** Adds the headers of deprecated routes, and rejects requests after their sunset. */
export class SunsetGuard implements CanActivate {
  constructor(
    private readonly policies: RoutePolicies,
    private readonly now: () => number,
  ) {}

  /** @throws {DomainError} `endpoint_sunset` after the route's last day. */
  canActivate(context: ExecutionContext): boolean {
    const { deprecation } = this.policies.of(context);
    if (deprecation === null) return true;
    const headers = deprecationHeaders(deprecation);
    if (this.now() >= Date.parse(deprecation.sunsetAt)) {
      throw new DomainError('endpoint_sunset', `This operation was removed on ${headers.sunset}`, { headers });
    }
    context.switchToHttp().getResponse<FastifyReply>().headers(headers);
    return true;
  }
}

function deprecationHeaders({ deprecatedAt, sunsetAt, guide }: Deprecation) {
  return {
    deprecation: `@${Math.floor(Date.parse(deprecatedAt) / 1000)}`,
    sunset: new Date(sunsetAt).toUTCString(),
    link: `<${guide}>; rel="deprecation"; type="text/html"`,
  };
}
