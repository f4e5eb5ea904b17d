import type { Components } from './component-schemas';
import { assertSameNames, DocumentationError } from './documentation-error';
import { contractMembers, contractName } from './dto-contract';
import { headerRef, parameterRef } from './headers';
import type { Route } from './nest-routes';
import type {
  ExampleObject,
  OperationObject,
  ParameterObject,
  Reference,
  RequestBodyObject,
  ResponseObject,
  Responses,
} from './openapi-types';
import { problemResponses, sharedRefs } from './problem-responses';
import { queryParameters } from './query-parameters';
import type { BodyDocs, RouteDocs, TagName } from './route-docs';
import { ownProblemsOf, sharedProblemsOf } from './route-problems';
import { successResponses } from './success-responses';
import type { WireSchemas } from './wire-schemas';
import type { Type } from '@nestjs/common';

/**
 * OpenAPI operation of a route.
 *
 * @throws {DocumentationError} if code and documentation differ.
 */
export function describeRoute(route: Route, docs: RouteDocs, tag: TagName, schemas: WireSchemas): OperationObject {
  const path = pathParameters(route, docs);
  const query = route.queryDto === null ? [] : queryParameters(route.queryDto, docs.cursor, schemas);
  return {
    operationId: docs.operationId,
    summary: docs.summary,
    description: docs.description + planNote(route),
    tags: [tag],
    ...(route.isDeprecated && { deprecated: true }),
    ...(route.isPublic && { security: [] }),
    parameters: [...path, ...query, ...ownHeaders(route, docs), parameterRef('RequestId')],
    ...(route.bodyDto !== null && {
      requestBody: requestBody(route.bodyDto, route.bodyBytesMax, docs.body, schemas.components),
    }),
    responses: responsesOf(route, docs, query),
  };
}

/** Optional request headers of an operation. */
function ownHeaders({ isPublic }: Route, { headers = [], response: { kind } }: RouteDocs): Reference[] {
  const isConditional = ['data', 'versioned', 'file'].includes(kind);
  const names = [
    ...headers,
    ...(isPublic ? [] : (['DataView'] as const)),
    ...(kind === 'events' ? (['LastEventId'] as const) : []),
    ...(isConditional ? (['IfNoneMatch'] as const) : []),
  ];
  return names.map(parameterRef);
}

function responsesOf(route: Route, docs: RouteDocs, query: readonly ParameterObject[]): Responses {
  const isList = query.some(({ name }) => name === 'cursor');
  const own = {
    ...successResponses(route, docs.response, isList),
    ...problemResponses(ownProblemsOf(route, docs, query)),
  };
  return { ...sharedRefs(sharedProblemsOf(route, docs)), ...withDeprecation(route, own) };
}

function pathParameters({ path }: Route, { path: docs = {} }: RouteDocs): ParameterObject[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  assertSameNames(`path ${path}`, names, Object.keys(docs));
  return Object.entries(docs).map(([name, { description, schema, example }]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema,
    example,
  }));
}

function planNote({ requiredPlan, parameterPlan }: Route): string {
  const needs = [
    ...(requiredPlan === null ? [] : [`Requires the plan \`${requiredPlan}\` or higher.`]),
    ...(parameterPlan === null
      ? []
      : [`The parameter \`${parameterPlan.parameter}\` requires the plan \`${parameterPlan.plan}\` or higher.`]),
  ];
  return needs.map((need) => `\n\n${need}`).join('');
}

/** Adds the deprecation headers to the responses of a deprecated route. */
function withDeprecation({ isDeprecated }: Route, responses: Record<string, ResponseObject>): Responses {
  if (!isDeprecated) return responses;
  const announced = {
    Deprecation: headerRef('Deprecation'),
    Sunset: headerRef('Sunset'),
    Link: headerRef('DeprecationLink'),
  };
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      { ...response, headers: { ...response.headers, ...announced } },
    ]),
  );
}

/**
 * Request body of an operation: the schema of its contract, and examples from its documentation.
 *
 * @param contracts - schemas by contract name; unknown properties are rejected.
 * @throws {DocumentationError} if the body is not documented, or if DTO and contract have different members.
 */
function requestBody(
  dto: Type,
  bytesMax: number,
  docs: BodyDocs<object> | undefined,
  contracts: Components,
): RequestBodyObject {
  if (docs === undefined) throw new DocumentationError(`body ${dto.name}: not documented`);
  contractMembers(dto, '', contracts);
  const examples = Object.entries(docs.examples).map(([name, { summary, body }]) => [name, { summary, value: body }]);
  return {
    required: true,
    description: `${docs.description} At most ${bytesMax / 1024} KiB. Unknown properties are rejected.`,
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${contractName(dto, '')[0]}` },
        examples: Object.fromEntries(examples) as Record<string, ExampleObject>,
      },
    },
  };
}
