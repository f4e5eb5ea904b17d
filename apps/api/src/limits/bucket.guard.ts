import type { ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ThrottlerGuard, type ThrottlerModuleOptions, type ThrottlerRequest } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RoutePolicies } from '../http/route-policy';
import { keyOf } from '../keys/key.guard';
import { type BucketStorage, termsOf } from './bucket-storage';
import { clientNetwork } from './client-network';
import { limitOf } from './key-limit';
import { limitUsedUp, rateHeaders } from './rate-headers';
import type { BucketTerms, Taken } from './token-bucket';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the key's bucket holds after this request; set on every route that takes from it. */
    bucket?: { readonly parts: number };
  }
}

/** Given back by every request that need not wait. */
const ADMITTED = Promise.resolve(true);

/** What a plain route takes from: the bucket of the key, over all routes. */
export const PLAN_THROTTLERS: ThrottlerModuleOptions = {
  throttlers: [
    {
      limit: (context) => limitOf(keyOf(requestOf(context))).terms.capacity,
      ttl: (context) => limitOf(keyOf(requestOf(context))).terms.windowSeconds * 1_000,
    },
  ],
};

/**
 * Takes a token for each request from the bucket of its key, one bucket over all routes. Runs
 * after the key is known.
 *
 * What `@SkipThrottle` and `@Throttle` say of a route holds: with a limit of its own a route has a
 * bucket of its own, for each key.
 */
export class BucketGuard extends ThrottlerGuard {
  constructor(
    private readonly policies: RoutePolicies,
    private readonly buckets: BucketStorage,
    reflector: Reflector,
  ) {
    super(PLAN_THROTTLERS, buckets, reflector);
  }

  /** @throws {DomainError} `rate_limited`, with `Retry-After`. */
  override canActivate(context: ExecutionContext): Promise<boolean> {
    const { isPublic, isThrottledApart } = this.policies.of(context);
    if (isThrottledApart) return super.canActivate(context);
    if (isPublic) return ADMITTED;
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    const key = keyOf(request);
    const { plan, terms } = limitOf(key);
    const taken = this.buckets.take(key.id, terms, 1);
    return taken instanceof Promise
      ? taken.then((late) => settle(request, reply, plan, terms, late))
      : settle(request, reply, plan, terms, taken);
  }

  /** For routes that say something of their own; the library has resolved what. */
  protected override async handleRequest(given: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, throttler, getTracker, generateKey } = given;
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    const terms = termsOf(limit, ttl);
    const name = generateKey(context, await getTracker(request, context), throttler.name ?? 'default');
    return settle(request, reply, 'route', terms, await this.buckets.take(name, terms, 1));
  }

  protected override getTracker(request: FastifyRequest): Promise<string> {
    return Promise.resolve(request.apiKey?.id ?? clientNetwork(request.ip) ?? request.ip);
  }

  protected override generateKey(context: ExecutionContext, tracker: string): string {
    return `${tracker}:${context.getClass().name}.${context.getHandler().name}`;
  }
}

/** What the bucket of a request's key holds, the request itself taken off. */
export function partsLeft({ bucket }: FastifyRequest): number {
  if (bucket === undefined) throw new Error('partsLeft() on a route that takes no token');
  return bucket.parts;
}

const requestOf = (context: ExecutionContext): FastifyRequest => context.switchToHttp().getRequest<FastifyRequest>();

function settle(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  terms: BucketTerms,
  { isAdmitted, parts }: Taken,
): Promise<boolean> {
  const { policy, state } = rateHeaders(name, terms, parts);
  reply.header('ratelimit-policy', policy).header('ratelimit', state);
  if (isAdmitted) {
    request.bucket = { parts };
    return ADMITTED;
  }
  throw limitUsedUp(terms, parts);
}
