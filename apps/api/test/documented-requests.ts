import type { OpenApiDocument, OperationObject, ParameterObject } from '../src/openapi/document/openapi-types';
import openApi from '../openapi.json';

const { paths } = openApi as unknown as OpenApiDocument;

/** A request that the OpenAPI document describes. */
export interface DocumentedRequest {
  readonly method: string;
  /** Path with the names of its parameters: `/v1/drops/{id}`. */
  readonly template: string;
  /** Example of the body; undefined for a request without one. */
  readonly body?: unknown;
}

const operations = Object.entries(paths).flatMap(([template, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ template, method: method.toUpperCase(), operation })),
);

/** A request per operation, or one per example of its body. Those that delete come last. */
export function documentedRequests(): readonly DocumentedRequest[] {
  const requests = operations.flatMap(({ template, method, operation }) =>
    bodiesOf(operation).map((body) => ({ method, template, body })),
  );
  const deletes = ({ method }: DocumentedRequest): boolean => method === 'DELETE';
  return [...requests.filter((request) => !deletes(request)), ...requests.filter(deletes)];
}

/**
 * Paths beside those of the document: each with a slash at its end, and the parents of each, with and without it. To these
 * a rule of a balancer for a path may apply unintentionally.
 */
export function neighbouringPaths(): readonly string[] {
  const near = Object.keys(paths).flatMap((template) => {
    const segments = template.split('/').slice(1);
    const parents = segments.map((_, count) => segments.slice(0, count + 1).join('/'));
    return parents.flatMap((parent) => [`/${parent}`, `/${parent}/`]);
  });
  return [...new Set(near)].filter((path) => paths[path] === undefined && path !== '//');
}

/** A path with values for its parameters: the given ones by the start of the path and the name, else the examples. */
export function filledPath(template: string, given: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const own = Object.entries(given).find(
      ([key]) => template.startsWith(key.split(' ')[0]!) && key.endsWith(` ${name}`),
    );
    return own?.[1] ?? EXAMPLES.get(name) ?? '';
  });
}

/** Examples of the parameters in paths, by name. The first one of a name is that of drops. */
const EXAMPLES: ReadonlyMap<string, string> = new Map(
  operations
    .flatMap(({ operation }) => operation.parameters)
    .filter((parameter): parameter is ParameterObject => 'in' in parameter && parameter.in === 'path')
    .map(({ name, example }): [string, string] => [name, String(example)])
    .reverse(),
);

function bodiesOf({ requestBody }: OperationObject): readonly unknown[] {
  const examples = Object.values(requestBody?.content['application/json']?.examples ?? {});
  return examples.length === 0 ? [undefined] : examples.map(({ value }) => value);
}
