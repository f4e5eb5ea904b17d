import type { ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ThrottlerGuard, type ThrottlerModuleOptions, type ThrottlerRequest } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { keyOf } from '../auth/key.guard';
import { includesPlan } from '../auth/plan.guard';
import type { RoutePolicies } from '../server/route-policy';
import { type BucketStorage, termsOf } from './bucket-storage';
import { clientNetwork } from './client-network';
import { type BucketTerms, limitExceeded, limitOf, rateLimitPolicy, rateLimitState } from './token-bucket';

declare module 'fastify' {
  interface FastifyRequest {
    /** Level of the request's bucket after it, in parts; set on every route that takes tokens. */
    partsLeft?: number;
    /** True once the request has taken exactly one token of the bucket of its key. */
    hasTakenToken?: boolean;
  }
}

const requestOf = (context: ExecutionContext): FastifyRequest => context.switchToHttp().getRequest<FastifyRequest>();
const keyTermsOf = (context: ExecutionContext): BucketTerms => limitOf(keyOf(requestOf(context))).terms;

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
    reflector: Reflector,
  ) {
    super(KEY_THROTTLERS, buckets, reflector);
  }

  protected override shouldSkip(context: ExecutionContext): Promise<boolean> {
    const { isPublic, isThrottledApart } = this.policies.of(context);
    return Promise.resolve(isPublic && !isThrottledApart);
  }

  /** @throws {DomainError} `rate_limited`, with `Retry-After`. */
  protected override async handleRequest(resolved: ThrottlerRequest): Promise<boolean> {
    const { context } = resolved;
    const request = requestOf(context);
    const isRouteLimit = this.policies.of(context).isThrottledApart;
    const tokens = isRouteLimit ? 1 : this.#tokensOf(context, request);
    const { policyName, terms, name } = isRouteLimit ? await this.#routeBucket(resolved) : keyBucket(request);
    // The response cache passes on the requests that it found rejected: they are not counted again.
    const { isAdmitted, parts } =
      this.buckets.rejectionOf(request.raw) ?? (await this.buckets.take(name, terms, tokens));
    context
      .switchToHttp()
      .getResponse<FastifyReply>()
      .header('ratelimit-policy', rateLimitPolicy(policyName, terms))
      .header('ratelimit', rateLimitState(policyName, terms, parts));
    if (!isAdmitted) throw limitExceeded(terms, parts, tokens);
    request.partsLeft = parts;
    request.hasTakenToken = !isRouteLimit && tokens === 1;
    return true;
  }

  protected override getTracker(request: FastifyRequest): Promise<string> {
    return Promise.resolve(request.apiKey?.id ?? clientNetwork(request.ip) ?? request.ip);
  }

  protected override generateKey(context: ExecutionContext, tracker: string): string {
    return `${tracker}:${context.getClass().name}.${context.getHandler().name}`;
  }

  async #routeBucket({ context, limit, ttl, throttler, getTracker, generateKey }: ThrottlerRequest) {
    const tracker = await getTracker(requestOf(context), context);
    const name = generateKey(context, tracker, throttler.name ?? 'default');
    return { policyName: 'route', terms: termsOf(limit, ttl), name } as const;
  }

  /** A request that needs a higher plan costs one token, whatever it contains. */
  #tokensOf(context: ExecutionContext, request: FastifyRequest): number {
    const { countTokens, requiredPlan } = this.policies.of(context);
    if (countTokens === null || (requiredPlan !== null && !includesPlan(keyOf(request).plan, requiredPlan))) return 1;
    return Buffer.isBuffer(request.body) ? countTokens(request.body) : 1;
  }
}

function keyBucket(request: FastifyRequest) {
  const key = keyOf(request);
  return { policyName: key.plan, terms: limitOf(key).terms, name: key.id } as const;
}

/** Level of the bucket of a request's key after the request, in parts. */
export function partsLeftOf({ partsLeft }: FastifyRequest): number {
  if (partsLeft === undefined) throw new Error('partsLeftOf() on a route that takes no token');
  return partsLeft;
}
