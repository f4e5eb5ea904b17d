import { createGenerator } from 'ts-json-schema-generator';
import { join } from 'node:path';
import type { JsonSchema } from './openapi-types';

/** Schemas of all that crosses the wire, from the TypeScript types it is written in. */
export interface WireSchemas {
  /** By component name, sorted. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** By the name of the query's contract. */
  readonly queries: Readonly<Record<string, JsonSchema>>;
  /** By the name of the body's contract. */
  readonly bodies: Readonly<Record<string, JsonSchema>>;
}

type Definitions = Record<string, JsonSchema>;

/** @param root - folder of the repository. */
export function readWireSchemas(root: string): WireSchemas {
  const generator = createGenerator({
    path: join(root, 'apps/api/src/openapi/document/answer-types.ts'),
    tsconfig: join(root, 'apps/api/tsconfig.json'),
    expose: 'export',
    jsDoc: 'extended',
    // The type checker has its own run; what clients may see beside the known members is left open.
    skipTypeCheck: true,
    additionalProperties: true,
    sortProps: false,
  });
  const definitionsOf = (type: string): Definitions => generator.createSchema(type).definitions as Definitions;
  return {
    components: componentsOf(definitionsOf('AnswerTypes')),
    queries: propertiesOf(definitionsOf('QueryTypes'), 'QueryTypes'),
    bodies: propertiesOf(definitionsOf('BodyTypes'), 'BodyTypes'),
  };
}

/** The members of a type that only names others, each with definitions in place of pointers. */
function propertiesOf(definitions: Definitions, type: string): Definitions {
  const properties = (definitions[type]?.['properties'] ?? {}) as Definitions;
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const definition = definitions[pointedTo(schema) ?? ''] ?? schema;
      return [name, toComponent(inlined(definition, definitions), new Map())];
    }),
  );
}

/** The types of queries and bodies have no components of their own, so none can be pointed to; none holds itself. */
function inlined(schema: JsonSchema, definitions: Definitions): JsonSchema {
  const text = JSON.stringify(schema, (_key, value: JsonSchema | null) => {
    const name = typeof value === 'object' && value !== null ? pointedTo(value) : null;
    if (name === null) return value;
    const beside = Object.entries(value ?? {}).filter(([key]) => key !== '$ref');
    return { ...inlined(definitions[name] ?? {}, definitions), ...Object.fromEntries(beside) };
  });
  return JSON.parse(text) as JsonSchema;
}

/** Definitions by their names in the reference: `Page<Drop>` is called what AnswerTypes calls it. */
function componentsOf(definitions: Definitions): Definitions {
  const { AnswerTypes: answers, ...types } = definitions;
  const named = Object.entries((answers?.['properties'] ?? {}) as Definitions);
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
    return key === 'description' && typeof value === 'string' ? withoutSource(value) : value;
  });
  return JSON.parse(text) as JsonSchema;
}

/** Doc comments say where a rule comes from; the readers of the reference do not have that paper. */
const withoutSource = (description: string): string => description.replace(/ \(spec §\d+\)/g, '');
