import type { ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ThrottlerGuard, type ThrottlerModuleOptions, type ThrottlerRequest } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { keyOf } from '../auth/key.guard';
import { type BucketStorage, termsOf } from './bucket-storage';
import { clientNetwork } from './client-network';
import { limitOf } from './key-limit';
import { settle } from './settle';

const requestOf = (context: ExecutionContext): FastifyRequest => context.switchToHttp().getRequest<FastifyRequest>();

/** What the library takes for a route's limit where the route says none: the plan's. */
export const PLAN_THROTTLERS: ThrottlerModuleOptions = {
  throttlers: [
    {
      limit: (context) => limitOf(keyOf(requestOf(context))).terms.capacity,
      ttl: (context) => limitOf(keyOf(requestOf(context))).terms.windowSeconds * 1_000,
    },
  ],
};

/**
 * Holds a route to what `@Throttle`, `@SkipThrottle` and their like say above it. With a limit of
 * its own a route has a bucket of its own, for each key, or for each address where it takes no key.
 */
export class RouteLimitGuard extends ThrottlerGuard {
  constructor(
    private readonly buckets: BucketStorage,
    reflector: Reflector,
  ) {
    super(PLAN_THROTTLERS, buckets, reflector);
  }

  /** The library has looked at the decorators, and has resolved what they say. */
  protected override async handleRequest(given: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, throttler, getTracker, generateKey } = given;
    const request = requestOf(context);
    const terms = termsOf(limit, ttl);
    const name = generateKey(context, await getTracker(request, context), throttler.name ?? 'default');
    const taken = await this.buckets.take(name, terms, 1);
    return settle(request, context.switchToHttp().getResponse<FastifyReply>(), 'route', terms, taken);
  }

  protected override getTracker(request: FastifyRequest): Promise<string> {
    return Promise.resolve(request.apiKey?.id ?? clientNetwork(request.ip) ?? request.ip);
  }

  protected override generateKey(context: ExecutionContext, tracker: string): string {
    return `${tracker}:${context.getClass().name}.${context.getHandler().name}`;
  }
}
