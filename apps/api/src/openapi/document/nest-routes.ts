import type { Plan } from '@droptrack/contracts';
import { type DynamicModule, RequestMethod, type Type } from '@nestjs/common';
import { BODY_LIMIT } from '../../platform/input/larger-body.decorator';
import { BODY_BYTES_MAX } from '../../platform/input/raw-body';
import {
  IS_PUBLIC,
  PARAMETER_PLAN,
  type ParameterPlan,
  REQUIRED_PLAN,
} from '../../platform/auth/requires-plan.decorator';
import { TOKENS } from '../../platform/rate-limit/costs-tokens.decorator';
import { DEPRECATION } from '../../platform/versioning/deprecated.decorator';

/** Route with the metadata of its decorators. */
export interface Route {
  readonly controller: Type;
  /** Name of the controller's method. */
  readonly handler: string;
  /** HTTP method in lower case, as in OpenAPI. */
  readonly method: string;
  /** Path with parameters in braces. */
  readonly path: string;
  /** DTO class of the query; null if the route does not read it. */
  readonly queryDto: Type<object> | null;
  /** DTO class of the body; null if the route has none. */
  readonly bodyDto: Type<object> | null;
  /** Maximum size of the body, in bytes. */
  readonly bodyBytesMax: number;
  /** Headers set by decorators, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly redirect: { readonly url: string; readonly statusCode: number } | null;
  readonly isPublic: boolean;
  readonly requiredPlan: Plan | null;
  /** Query parameter that requires a plan of its own. */
  readonly parameterPlan: ParameterPlan | null;
  readonly isDeprecated: boolean;
  /** True if requests can cost several tokens. */
  readonly hasVariableCost: boolean;
}

/** Numbers by which Nest's argument metadata identifies body and query (`RouteParamtypes`). */
const ARGUMENTS = { body: '3', query: '4' } as const;

/** All routes of a module and its imports, read from decorator metadata. */
export const routesOf = (module: Type | DynamicModule): Route[] => controllersOf(module).flatMap(routesOfController);

function controllersOf(module: Type | DynamicModule): Type[] {
  const type = 'module' in module ? module.module : module;
  const dynamic = 'module' in module ? module : { imports: [], controllers: [] };
  const imports = [...noted<Type[]>('imports', type, []), ...(dynamic.imports ?? [])] as (Type | DynamicModule)[];
  const own = [...noted<Type[]>('controllers', type, []), ...(dynamic.controllers ?? [])];
  return [...imports.flatMap(controllersOf), ...own];
}

function routesOfController(controller: Type): Route[] {
  const prototype = controller.prototype as Record<string, object>;
  return Object.getOwnPropertyNames(prototype)
    .filter((name) => Reflect.hasMetadata('method', prototype[name] ?? {}))
    .map((handler) => routeOf(controller, handler, prototype[handler] ?? {}));
}

function routeOf(controller: Type, handler: string, method: object): Route {
  const either = <T>(key: string | symbol, fallback: T): T => noted(key, method, noted(key, controller, fallback));
  const headers = noted<{ name: string; value: string }[]>('__headers__', method, []);
  return {
    controller,
    handler,
    method: (RequestMethod[noted('method', method, RequestMethod.GET)] ?? '').toLowerCase(),
    path: pathOf(noted('path', controller, ''), noted('path', method, '')),
    queryDto: dtoOf(controller, handler, 'query'),
    bodyDto: dtoOf(controller, handler, 'body'),
    bodyBytesMax: noted(BODY_LIMIT, method, BODY_BYTES_MAX),
    headers: Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value])),
    redirect: noted<Route['redirect']>('__redirect__', method, null),
    isPublic: either(IS_PUBLIC, false),
    requiredPlan: either<Plan | null>(REQUIRED_PLAN, null),
    parameterPlan: either<ParameterPlan | null>(PARAMETER_PLAN, null),
    hasVariableCost: noted<unknown>(TOKENS, method, null) !== null,
    isDeprecated: either<unknown>(DEPRECATION, null) !== null,
  };
}

function pathOf(...parts: string[]): string {
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
  return `/${segments.map((segment) => segment.replace(/:(\w+)/, '{$1}')).join('/')}`;
}

function dtoOf(controller: Type, handler: string, argument: keyof typeof ARGUMENTS): Type<object> | null {
  const args = noted<Record<string, { index: number }>>('__routeArguments__', controller, {}, handler);
  const found = Object.entries(args).find(([key]) => key.split(':', 1)[0] === ARGUMENTS[argument]);
  if (found === undefined) return null;
  const types = noted<Type<object>[]>('design:paramtypes', controller.prototype as object, [], handler);
  return types[found[1].index] ?? null;
}

function noted<T>(key: string | symbol, target: object, fallback: T, property?: string): T {
  const value: unknown =
    property === undefined ? Reflect.getMetadata(key, target) : Reflect.getMetadata(key, target, property);
  return value === undefined ? fallback : (value as T);
}
