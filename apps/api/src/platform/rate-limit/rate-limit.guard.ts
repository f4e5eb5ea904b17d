import type { Plan } from '@droptrack/contracts';
import type { ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ThrottlerGuard, type ThrottlerModuleOptions, type ThrottlerRequest } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestKey } from '../auth/key.guard';
import { includesPlan } from '../auth/plan.guard';
import type { RoutePolicies } from '../server/route-policy';
import { type BucketStorage, termsOf } from './bucket-storage';
import { type BucketTerms, clientNetwork } from '@droptrack/resilience';
import type { CurrentView } from '../../catalogue/current-view';
import { limitExceeded, limitOf, rateLimitPolicy, rateLimitState } from './key-limit';

declare module 'fastify' {
  interface FastifyRequest {
    /** Level of the request's bucket after it, in parts; set on every route that takes tokens. */
    partsLeft?: number;
    /** True once the request has taken exactly one token of the bucket of its key. */
    hasTakenToken?: boolean;
  }
}

const keyTermsOf = (context: ExecutionContext): BucketTerms =>
  limitOf(requestKey(context.getArgByIndex<FastifyRequest>(0))).terms;

/** Limit of a route without a decorator of the library: that of the key. */
export const KEY_THROTTLERS: ThrottlerModuleOptions = {
  throttlers: [
    {
      limit: (context) => keyTermsOf(context).capacity,
      ttl: (context) => keyTermsOf(context).windowSeconds * 1_000,
    },
  ],
};

/**
 * The guard of `@nestjs/throttler` over token buckets. A request takes a token, or several if its route says so, from the
 * bucket of its key, one bucket over all routes. A route with a decorator of the library (`@Throttle`, `@SkipThrottle`)
 * has a bucket of its own per key, or per client address if it is public. Runs after the key is known.
 */
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    private readonly policies: RoutePolicies,
    private readonly buckets: BucketStorage,
    private readonly viewFor: (plan: Plan) => CurrentView | null,
    reflector: Reflector,
  ) {
    super(KEY_THROTTLERS, buckets, reflector);
  }

  /** @throws {DomainError} `rate_limited`, with `Retry-After`; `cost_above_limit`. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { isPublic, isThrottledApart } = this.policies.of(context);
    if (isThrottledApart) return super.canActivate(context);
    if (isPublic) return true;
    const [request, reply] = context.getArgs<[FastifyRequest, FastifyReply]>();
    const tokens = this.#tokensOf(context, request);
    const key = requestKey(request);
    const { terms, policy } = limitOf(key);
    const taking = this.buckets.take(key.id, terms, tokens);
    const { isAdmitted, parts } = taking instanceof Promise ? await taking : taking;
    reply.header('ratelimit-policy', policy).header('ratelimit', rateLimitState(key.plan, terms, parts));
    if (!isAdmitted) throw limitExceeded(terms, parts, tokens);
    request.partsLeft = parts;
    request.hasTakenToken = tokens === 1;
    return true;
  }

  /** Takes a token from the bucket of a route, whose limit the library has read from the decorators. */
  protected override async handleRequest(resolved: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, throttler, getTracker, generateKey } = resolved;
    const [request, reply] = context.getArgs<[FastifyRequest, FastifyReply]>();
    const terms = termsOf(limit, ttl);
    const tracker = await getTracker(request, context);
    const name = generateKey(context, tracker, throttler.name ?? 'default');
    const { isAdmitted, parts } = await this.buckets.take(name, terms, 1);
    reply
      .header('ratelimit-policy', rateLimitPolicy('route', terms))
      .header('ratelimit', rateLimitState('route', terms, parts));
    if (!isAdmitted) throw limitExceeded(terms, parts);
    request.partsLeft = parts;
    return true;
  }

  protected override getTracker(request: FastifyRequest): Promise<string> {
    return Promise.resolve(request.apiKey?.id ?? clientNetwork(request.ip) ?? request.ip);
  }

  protected override generateKey(context: ExecutionContext, tracker: string): string {
    return `${tracker}:${context.getClass().name}.${context.getHandler().name}`;
  }

  /** A request that needs a higher plan costs one token, whatever it contains. */
  #tokensOf(context: ExecutionContext, request: FastifyRequest): number {
    const { countTokens, requiredPlan } = this.policies.of(context);
    const { plan } = requestKey(request);
    if (countTokens === null || (requiredPlan !== null && !includesPlan(plan, requiredPlan))) return 1;
    if (!Buffer.isBuffer(request.body)) return 1;
    return countTokens(request.body, { plan, view: this.viewFor(plan)?.view ?? null });
  }
}

/** Level of the bucket of a request's key after the request, in parts. */
export function partsLeftOf({ partsLeft }: FastifyRequest): number {
  if (partsLeft === undefined) throw new Error('partsLeftOf() on a route that takes no token');
  return partsLeft;
}
