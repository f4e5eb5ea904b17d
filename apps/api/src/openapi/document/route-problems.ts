import { DomainError } from '../../platform/errors/domain-error';
import { checkBody } from '../../platform/input/check-body';
import { positionOf } from '../../platform/responses/list-body';
import { bodyOfAnotherType } from '../../platform/input/media-type.guard';
import { checkQuery } from '../../platform/input/check-query';
import { bodyTooLarge } from '../../platform/input/raw-body';
import { planRequired } from '../../platform/auth/plan.guard';
import { DocumentationError } from './documentation-error';
import type { Route } from './nest-routes';
import type { ParameterObject } from './openapi-types';
import type { ProblemOccasion, RouteDocs } from './route-docs';
import { limitExceeded, limitOf } from '../../platform/rate-limit/key-limit';
import type { SharedProblemName } from './problem-responses';

/** Shared problems that a route can return. */
export function sharedProblemsOf({ isPublic }: Route, { servedWhileStopping }: RouteDocs): SharedProblemName[] {
  return [
    ...(isPublic ? [] : (['Unauthorized', 'TooManyRequests', 'NotAcceptable'] as const)),
    'InternalError',
    ...(servedWhileStopping ? [] : (['Unavailable'] as const)),
  ];
}

/** Problems specific to a route: those that follow from its decorators and inputs, and those of its service. */
export function ownProblemsOf(route: Route, docs: RouteDocs, query: readonly ParameterObject[]): ProblemOccasion[] {
  const instance = examplePath(route, docs);
  const errors = [...queryErrors(route, docs, query), ...bodyErrors(route, docs), ...routeErrors(route)];
  const occasions = errors.map((error) => ({ error, instance }));
  const parameters = Object.keys(docs.path ?? {});
  return [...occasions, ...(docs.problems ?? []), ...(parameters.length > 0 ? [noSuchSegment(instance)] : [])];
}

function routeErrors({ requiredPlan, parameterPlan, hasVariableCost, isDeprecated }: Route): DomainError[] {
  const errors: DomainError[] = [];
  if (requiredPlan !== null) errors.push(planRequired('This operation', requiredPlan, 'free'));
  if (parameterPlan !== null) {
    errors.push(planRequired(`The parameter ${parameterPlan.parameter}`, parameterPlan.plan, 'free'));
  }
  if (hasVariableCost) errors.push(limitExceeded(limitOf({ plan: 'free', requestsPerMinute: 30 }).terms, 0, 60));
  if (isDeprecated)
    errors.push(new DomainError('endpoint_sunset', 'This operation was removed on Wed, 22 Sep 2027 00:00:00 GMT'));
  return errors;
}

/** Actual errors of invalid queries. */
function queryErrors({ queryDto }: Route, { invalidQuery }: RouteDocs, parameters: readonly ParameterObject[]) {
  if (queryDto === null) return [];
  if (parameters.length > 0 !== (invalidQuery !== undefined))
    throw new DocumentationError(
      `query of ${queryDto.name}: an invalid one is documented if, and only if, it has parameters`,
    );
  const [single] = parameters.filter(({ schema }) => schema['type'] !== 'array').map(exampleOf);
  const own = invalidQuery === undefined ? [] : [invalidQuery];
  const repeated = single === undefined ? [] : [`${single}&${single}`];
  const errors = [...own, 'colour=red', ...repeated].map((query) => errorOf(() => checkQuery(query, queryDto)));
  return parameters.some(({ name }) => name === 'cursor')
    ? [...errors, errorOf(() => positionOf('bm90IG91cnM', 'another list'))]
    : errors;
}

const exampleOf = ({ name, schema }: ParameterObject): string =>
  `${name}=${String((schema['examples'] as readonly unknown[])[0])}`;

/** Actual errors of invalid bodies. */
function bodyErrors({ bodyDto, bodyBytesMax }: Route, { body: docs }: RouteDocs): DomainError[] {
  if (bodyDto === null) return [];
  const check = (text: string) => errorOf(() => checkBody(Buffer.from(text), bodyDto));
  return [bodyTooLarge(bodyBytesMax), bodyOfAnotherType(), check('{'), check(JSON.stringify(docs?.invalid ?? {}))];
}

function errorOf(check: () => unknown): DomainError {
  try {
    check();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new DocumentationError('an example of an invalid query or body is accepted');
}

/** Path with example values for its parameters. */
const examplePath = ({ path }: Route, docs: RouteDocs): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => docs.path?.[name]?.example ?? name);

/** A segment that cannot be decoded or is too long does not reach the route. */
const noSuchSegment = (instance: string): ProblemOccasion => ({
  error: new DomainError('route_not_found', 'No route has this path; see /docs for all routes'),
  instance: instance.replace(/[^/]+$/, '%zz'),
});
