import { createGenerator } from 'ts-json-schema-generator';
import { join } from 'node:path';
import type { JsonSchema } from './openapi-types';

/** JSON Schemas of responses, queries and request bodies, generated from their TypeScript types. */
export interface WireSchemas {
  /** Schemas of the document's components, by component name, sorted. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** Schemas of queries, by contract name. */
  readonly queries: Readonly<Record<string, JsonSchema>>;
  /** Schemas of request bodies, by contract name. */
  readonly bodies: Readonly<Record<string, JsonSchema>>;
}

type Definitions = Record<string, JsonSchema>;

/** @param root - root folder of the repository. */
export function readWireSchemas(root: string): WireSchemas {
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
  const definitionsOf = (type: string): Definitions => generator.createSchema(type).definitions as Definitions;
  return {
    components: componentsOf(definitionsOf('ResponseTypes')),
    queries: propertiesOf(definitionsOf('QueryTypes'), 'QueryTypes'),
    bodies: propertiesOf(definitionsOf('BodyTypes'), 'BodyTypes'),
  };
}

/** Schemas of the properties of an index type such as `QueryTypes`, with all references inlined. */
function propertiesOf(definitions: Definitions, type: string): Definitions {
  const properties = (definitions[type]?.['properties'] ?? {}) as Definitions;
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const definition = definitions[pointedTo(schema) ?? ''] ?? schema;
      return [name, toComponent(inlined(definition, definitions), new Map())];
    }),
  );
}

/** Replaces references by their definitions: types of queries and bodies have no components. None of them is recursive. */
function inlined(schema: JsonSchema, definitions: Definitions): JsonSchema {
  const text = JSON.stringify(schema, (_key, value: JsonSchema | null) => {
    const name = typeof value === 'object' && value !== null ? pointedTo(value) : null;
    if (name === null) return value;
    const beside = Object.entries(value ?? {}).filter(([key]) => key !== '$ref');
    return { ...inlined(definitions[name] ?? {}, definitions), ...Object.fromEntries(beside) };
  });
  return JSON.parse(text) as JsonSchema;
}

/** Definitions by component name: `Page<Drop>` has the name of its property in `ResponseTypes`. */
function componentsOf(definitions: Definitions): Definitions {
  const { ResponseTypes: responses, ...types } = definitions;
  const named = Object.entries((responses?.['properties'] ?? {}) as Definitions);
  const renamed = new Map(named.flatMap(([name, schema]) => [[pointedTo(schema) ?? name, name]]));
  const inline = named.filter(([, schema]) => pointedTo(schema) === null);
  const components = [...Object.entries(types), ...inline].map(
    ([name, schema]) => [renamed.get(name) ?? name, toComponent(schema, renamed)] as const,
  );
  return Object.fromEntries(components.sort(([a], [b]) => (a < b ? -1 : 1)));
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
