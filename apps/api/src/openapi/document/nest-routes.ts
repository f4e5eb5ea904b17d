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
import { DEPRECATION } from '../../platform/versioning/deprecated.decorator';

/** A route as the framework knows it. */
export interface Route {
  readonly controller: Type;
  /** Name of the controller's method. */
  readonly handler: string;
  /** Lower case, as OpenAPI writes it. */
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  /** The class its query is checked against; null when the query is not looked at. */
  readonly queryDto: Type<object> | null;
  /** The class its body is checked against; null when it takes none. */
  readonly bodyDto: Type<object> | null;
  /** Largest body it takes, bytes. */
  readonly bodyBytesMax: number;
  /** Headers set by decorators, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly redirect: { readonly url: string; readonly statusCode: number } | null;
  readonly isPublic: boolean;
  readonly requiredPlan: Plan | null;
  /** What of its query needs a plan of its own. */
  readonly parameterPlan: ParameterPlan | null;
  readonly isDeprecated: boolean;
}

/** Under these numbers the framework notes that an argument of a method is the body, or the query. */
const ARGUMENTS = { body: '3', query: '4' } as const;

/** Every route of a module and of those it imports, from what their decorators noted. */
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
    isDeprecated: either<unknown>(DEPRECATION, null) !== null,
  };
}

function pathOf(...parts: string[]): string {
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
  return `/${segments.map((segment) => segment.replace(/^:(.+)$/, '{$1}')).join('/')}`;
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
