import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RoutePolicies } from '../server/route-policy';
import { keyOf } from '../auth/key.guard';
import { includesPlan } from '../auth/plan.guard';
import type { BucketStorage } from './bucket-storage';
import { limitOf } from './key-limit';
import type { RouteLimitGuard } from './route-limit.guard';
import { settle } from './settle';
import type { Taken } from './token-bucket';

declare module 'fastify' {
  interface FastifyRequest {
    /** True once the request has taken exactly one token of its key's bucket. */
    hasTakenToken?: boolean;
  }
}

/**
 * Takes a token for each request, or as many as it asks for at once, from the bucket of its key, one bucket over all routes. Runs
 * after the key is known. Routes with a decorator of the library's are left to the library.
 */
export class BucketGuard implements CanActivate {
  constructor(
    private readonly policies: RoutePolicies,
    private readonly buckets: BucketStorage,
    private readonly routeLimits: RouteLimitGuard,
  ) {}

  /** @throws {DomainError} `rate_limited`, with `Retry-After`. */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { isPublic, isThrottledApart } = this.policies.of(context);
    if (isThrottledApart) return this.routeLimits.canActivate(context);
    if (isPublic) return true;
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    const key = keyOf(request);
    const { plan, terms } = limitOf(key);
    const tokens = this.#tokensOf(context, request);
    const taken = this.buckets.take(key.id, terms, tokens);
    const admit = (outcome: Taken): true => {
      settle(request, reply, plan, terms, outcome, tokens);
      request.hasTakenToken = tokens === 1;
      return true;
    };
    return taken instanceof Promise ? taken.then(admit) : admit(taken);
  }

  /** A request that its plan refuses costs one token, whatever it asks for. */
  #tokensOf(context: ExecutionContext, request: FastifyRequest): number {
    const { countTokens, requiredPlan } = this.policies.of(context);
    if (countTokens === null || (requiredPlan !== null && !includesPlan(keyOf(request).plan, requiredPlan))) return 1;
    return Buffer.isBuffer(request.body) ? countTokens(request.body) : 1;
  }
}
