import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';
import { type Components, generatorSchemas } from './component-schemas';
import { contractName } from './dto-contract';
import { withEvents } from './event-schemas';
import type { Route } from './nest-routes';
import type { JsonSchema } from './openapi-types';

/** JSON Schemas of responses, queries and request bodies, generated from their TypeScript types. */
export interface WireSchemas {
  /** Schemas of the document's components, by component name, sorted: responses, bodies, and values of queries. */
  readonly components: Components;
  /** Schemas of queries, by contract name. */
  readonly queries: Components;
}

type Definitions = Record<string, JsonSchema>;

/** @param root - root folder of the repository. @param routes - routes whose queries and bodies are read. */
export function readWireSchemas(root: string, routes: readonly Pick<Route, 'queryDto' | 'bodyDto'>[]): WireSchemas {
  const generator = createGenerator({
    path: join(root, 'apps/api/src/openapi/document/wire-types.ts'),
    tsconfig: join(root, 'apps/api/tsconfig.json'),
    expose: 'export',
    jsDoc: 'extended',
    // Types are checked by their own target. Clients must tolerate additional properties.
    skipTypeCheck: true,
    additionalProperties: true,
    sortProps: false,
  });
  const definitionsOf = (type: string) => generator.createSchema(type).definitions as Definitions;
  const { types: responses, indexed: answered } = componentsOf('ResponseTypes', definitionsOf('ResponseTypes'));
  /** Schemas of these contracts, and of all types that they refer to. */
  const read = (names: readonly string[]): [string, JsonSchema][] => {
    const all = Object.assign({}, ...names.map(definitionsOf)) as Definitions;
    return Object.entries(all).map(([name, schema]) => [name, toComponent(schema, new Map())]);
  };
  const contracts = routes.flatMap(({ queryDto }) => contractName(queryDto, 'Query'));
  const [queries, bodies] = [read(contracts), read(routes.flatMap(({ bodyDto }) => contractName(bodyDto, '')))];
  return {
    components: generatorSchemas(
      withEvents({
        ...Object.fromEntries(queries.filter(([name]) => !contracts.includes(name))),
        ...Object.fromEntries(bodies.map(([name, schema]) => [name, closed(schema)])),
        ...responses,
        ...answered,
      }),
    ),
    queries: Object.fromEntries(queries),
  };
}

/** Schema of a body or a part of one: the service rejects unknown properties. */
const closed = (schema: JsonSchema): JsonSchema =>
  schema['properties'] === undefined ? schema : { ...schema, additionalProperties: false };

/**
 * Definitions of an index type such as `ResponseTypes` and of all types that they refer to, by component name: `Page<Drop>`
 * has the name of its property in the index type.
 */
function componentsOf(index: string, { [index]: indexType, ...types }: Definitions) {
  const named = Object.entries((indexType?.['properties'] ?? {}) as Definitions);
  const renamed = new Map(named.flatMap(([name, schema]) => [[pointedTo(schema) ?? name, name]]));
  const schemas = new Map([...named.filter(([, schema]) => pointedTo(schema) === null), ...Object.entries(types)]);
  const components = [...schemas].map(
    ([name, schema]) => [renamed.get(name) ?? name, toComponent(schema, renamed)] as const,
  );
  const isIndexed = ([name]: readonly [string, unknown]) => named.some(([indexed]) => indexed === name);
  return {
    indexed: Object.fromEntries(components.filter(isIndexed)),
    types: Object.fromEntries(components.filter((each) => !isIndexed(each))),
  };
}

const DEFINITIONS = '#/definitions/';

function pointedTo({ $ref: pointer }: JsonSchema): string | null {
  return typeof pointer === 'string' ? decodeURIComponent(pointer.slice(DEFINITIONS.length)) : null;
}

function toComponent(schema: JsonSchema, renamed: ReadonlyMap<string, string>): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    if (key === '$ref') {
      const name = pointedTo({ $ref: value }) ?? '';
      return `#/components/schemas/${renamed.get(name) ?? name}`;
    }
    return value;
  });
  return JSON.parse(text) as JsonSchema;
}
