import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import type { JsonSchema, OpenApiDocument, OperationObject } from '../src/openapi/document/openapi-types';

const document = JSON.parse(readFileSync(join(__dirname, '../openapi.json'), 'utf8')) as OpenApiDocument;
const schemas = document.components['schemas'] as Readonly<Record<string, JsonSchema>>;

/** Verbs of operation ids by method. `list` also reads by POST, where an input must not be in a URL. */
const VERBS: Readonly<Record<string, RegExp>> = {
  get: /^(get|list|explain|export|stream|redirect)[A-Z]/,
  post: /^(create|list|check|prepare|rotate|test|redeliver|recover|call)[A-Z]/,
  patch: /^update[A-Z]/,
  delete: /^delete[A-Z]/,
};

interface Entry {
  readonly method: string;
  readonly operation: OperationObject;
}

const entries: readonly Entry[] = Object.values(document.paths).flatMap((methods) =>
  Object.entries(methods).map(([method, operation]) => ({ method, operation })),
);
const ids = entries.map(({ operation }) => operation.operationId);
const parameters = entries.flatMap(({ operation }) =>
  operation.parameters.flatMap((each) =>
    'name' in each ? [{ place: `${operation.operationId} ${each.name}`, ...each }] : [],
  ),
);
const inPascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** All schemas inside a value, with their paths. */
function schemasIn(value: unknown, path: string): [string, JsonSchema][] {
  if (typeof value !== 'object' || value === null) return [];
  // Examples are data, and properties and mappings are keyed by names that can equal keywords.
  const inner = Object.entries(value).flatMap(([key, child]) =>
    ['example', 'examples', 'enum', 'required', 'discriminator'].includes(key)
      ? []
      : key === 'properties'
        ? Object.entries(child as object).flatMap(([name, each]) => schemasIn(each, `${path}.${name}`))
        : schemasIn(child, `${path}/${key}`),
  );
  return [[path, value as JsonSchema], ...inner];
}

const all = schemasIn({ paths: document.paths, webhooks: document.webhooks, schemas }, '#');
const inner = all.filter(([path]) => !/^#\/schemas\/\w+$/.test(path));
const placesOf = (holds: (schema: JsonSchema) => boolean, among = all): string[] =>
  among.filter(([, schema]) => holds(schema)).map(([path]) => path);

// docs/decisions/0047-generated-clients.md has the reason of each rule.
describe('the document for generators of clients', () => {
  it('has operation ids that are good names of methods', () => {
    for (const { method, operation } of entries) expect(operation.operationId).toMatch(VERBS[method] ?? 'no verb');
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)+$/.test(id))).toEqual([]);
    expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length);
  });

  // Generators derive these names from operations; the same name twice gets a number, or does not compile.
  it('has names of components that no generator needs for anything else', () => {
    const names = Object.keys(schemas);
    expect(names.filter((name) => !/^([A-Z][a-z0-9]*)*[A-Z][a-z]*$/.test(name))).toEqual([]);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    const derived = ids.flatMap((id) =>
      ['Data', 'Params', 'Path', 'Query', 'Headers', 'Body', 'Request', 'Response', 'Responses', 'Error', 'Errors'].map(
        (suffix) => inPascalCase(id) + suffix,
      ),
    );
    expect(names.filter((name) => derived.includes(name) || name === 'Error' || name === 'Object')).toEqual([]);
  });

  it('names every object, every enumeration and every union of objects', () => {
    expect(placesOf((schema) => 'properties' in schema, inner)).toEqual([]);
    const exempt = /^#\/paths\/.*\/(parameters|headers)\//;
    const isUnion = ({ anyOf }: JsonSchema) =>
      ((anyOf as JsonSchema[] | undefined) ?? []).filter((part) => '$ref' in part).length > 1;
    expect(placesOf((schema) => 'enum' in schema, inner).filter((path) => !exempt.test(path))).toEqual([]);
    expect(placesOf(isUnion, inner).filter((path) => !path.endsWith('/contentSchema'))).toEqual([]);
  });

  it('has types that all generators read alike', () => {
    const isOdd = ({ type }: JsonSchema) => Array.isArray(type) && !(type.length === 2 && type[1] === 'null');
    expect(placesOf(isOdd)).toEqual([]);
    expect(placesOf((schema) => 'nullable' in schema || 'allOf' in schema || 'if' in schema)).toEqual([]);
    expect(placesOf(({ enum: values }) => Array.isArray(values) && values.includes(null))).toEqual([]);
  });

  it('has a discriminator for every `oneOf`, with a value for each of its schemas', () => {
    for (const [path, schema] of all.filter(([, each]) => 'oneOf' in each)) {
      const { propertyName, mapping } = schema['discriminator'] as { propertyName: string; mapping: object };
      const references = (schema['oneOf'] as { $ref: string }[]).map(({ $ref }) => $ref);
      expect([path, Object.values(mapping)]).toEqual([path, references]);
      for (const [value, reference] of Object.entries(mapping)) {
        const { properties } = schemas[String(reference).split('/').at(-1) ?? ''] as { properties: object };
        expect(properties).toHaveProperty(propertyName, expect.objectContaining({ const: value }));
      }
    }
  });

  it('has bodies and problems that are components', () => {
    const bodies = entries.flatMap(({ operation: { requestBody } }) => Object.values(requestBody?.content ?? {}));
    expect(bodies.map(({ schema }) => Object.keys(schema))).toEqual(bodies.map(() => ['$ref']));
    const failures = all.flatMap(([, { 'application/problem+json': media }]) => (media as { schema: object }) ?? []);
    expect(failures.length).toBeGreaterThan(100);
    for (const { schema } of failures) expect(schema).toEqual({ $ref: '#/components/schemas/Problem' });
  });

  it('describes every parameter with an example, and lists of values as repetition', () => {
    const without = parameters.filter(({ description, schema, example }) => {
      const [own] = (schema['examples'] as unknown[] | undefined) ?? [example];
      return description.length < 10 || own === undefined;
    });
    expect(without).toEqual([]);
    const lists = parameters.filter(({ schema }) => schema['type'] === 'array');
    expect(lists.length).toBeGreaterThan(2);
    for (const { style, explode } of lists) expect({ style, explode }).toEqual({ style: 'form', explode: true });
  });

  it('describes every component and every property', () => {
    const properties = Object.entries(schemas).flatMap(([name, schema]) =>
      Object.entries((schema['properties'] ?? {}) as object).map(([key, each]) => [`${name}.${key}`, each] as const),
    );
    const undescribed = [...Object.entries(schemas), ...properties].filter(
      ([, { description, $ref }]) => !description && !$ref,
    );
    expect(undescribed.map(([name]) => name)).toEqual([]);
  });

  it('has a contact, a license, and tags that are declared, described and used', () => {
    expect(document.info).toMatchObject({
      contact: { name: expect.any(String), url: expect.any(String) },
      license: { identifier: 'MIT' },
    });
    const tags = document.tags as { name: string; description: string }[];
    const used = new Set(entries.flatMap(({ operation }) => operation.tags));
    expect(new Set(tags.map(({ name }) => name))).toEqual(used);
    expect(tags.filter(({ description }) => !description.endsWith('.'))).toEqual([]);
    expect(document.security).toEqual([{ apiKey: [] }]);
  });
});
