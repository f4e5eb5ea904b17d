import type { Plan } from '@droptrack/contracts';
import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { IS_PUBLIC, PARAMETER_PLAN, type ParameterPlan, REQUIRED_PLAN } from '../auth/requires-plan.decorator';
import { type CountTokens, TOKENS } from '../rate-limit/costs-tokens.decorator';
import { type Deprecation, DEPRECATION } from '../versioning/deprecated.decorator';
import { STREAMED_AS, type StreamedType } from '../responses/streamed.decorator';
import type { RouteTable } from './route-table';

/** Policy of a route, from its decorators. */
export interface RoutePolicy {
  readonly isPublic: boolean;
  /** True if the route has a decorator of `@nestjs/throttler`. */
  readonly isThrottledApart: boolean;
  /** Counts the tokens of a request; null if it costs one. */
  readonly countTokens: CountTokens | null;
  readonly requiredPlan: Plan | null;
  /** Query parameter that requires a higher plan. */
  readonly parameterPlan: ParameterPlan | null;
  readonly deprecation: Deprecation | null;
  /** Media type of a streamed response; null if the response is JSON. */
  readonly streamedAs: StreamedType | null;
  /** True if the handler has a body parameter. */
  readonly takesBody: boolean;
}

/** Policies of routes, cached because decorators cannot change at run time. */
export class RoutePolicies {
  readonly #policies = new WeakMap<object, RoutePolicy>();

  /** @param routes - gets the policy of each GET at its first request. */
  constructor(
    private readonly reflector: Reflector,
    private readonly routes: Pick<RouteTable, 'learn'>,
  ) {}

  of(context: ExecutionContext): RoutePolicy {
    const handler = context.getHandler();
    let policy = this.#policies.get(handler);
    if (policy === undefined) {
      policy = this.#read(context);
      this.#policies.set(handler, policy);
      const { method, routeOptions } = context.getArgByIndex<FastifyRequest>(0);
      if (method === 'GET' || method === 'HEAD') this.routes.learn(routeOptions.url ?? '', policy);
    }
    return policy;
  }

  #read(context: ExecutionContext): RoutePolicy {
    const read = <T>(key: symbol): T | undefined =>
      this.reflector.getAllAndOverride<T | undefined>(key, [context.getHandler(), context.getClass()]);
    return {
      isPublic: read<boolean>(IS_PUBLIC) ?? false,
      isThrottledApart: [context.getHandler(), context.getClass()].some(hasThrottlerMetadata),
      countTokens: read<CountTokens>(TOKENS) ?? null,
      requiredPlan: read<Plan>(REQUIRED_PLAN) ?? null,
      parameterPlan: read<ParameterPlan>(PARAMETER_PLAN) ?? null,
      deprecation: read<Deprecation>(DEPRECATION) ?? null,
      streamedAs: read<StreamedType>(STREAMED_AS) ?? null,
      takesBody: takesBody(context),
    };
  }
}

function hasThrottlerMetadata(target: object): boolean {
  return Reflect.getMetadataKeys(target).some((key) => typeof key === 'string' && key.startsWith('THROTTLER:'));
}

function takesBody(context: ExecutionContext): boolean {
  const [controller, handler] = [context.getClass(), context.getHandler().name];
  const noted = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) as Record<string, unknown> | undefined;
  return Object.keys(noted ?? {}).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
}
