import { DocumentationError } from './documentation-error';
import type { JsonSchema } from './openapi-types';

/** Schemas by component name. */
export type Components = Readonly<Record<string, JsonSchema>>;

/**
 * Components in the form that generators of clients read alike: every object and every enumeration is a component, so that
 * no generator invents a name for it, and unions are `anyOf`.
 *
 * An object or enumeration inside another schema is named by its place: `rate_limit` of `Me` is `MeRateLimit`.
 *
 * @throws {DocumentationError} if such a name is taken: the contract then needs a named type.
 */
export function generatorSchemas(components: Components): Components {
  const named = new Map<string, JsonSchema>();
  const add = (name: string, schema: JsonSchema): void => {
    if (named.has(name)) throw new DocumentationError(`schema ${name}: taken; name this type in its contract`);
    named.set(name, schema);
  };
  for (const [name, schema] of Object.entries(components)) add(name, withNames(withUnions(schema), name, add));
  return Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1)));
}

type Add = (name: string, schema: JsonSchema) => void;

/** Replaces the anonymous schemas inside a schema by references to components, which it adds. */
function withNames(schema: JsonSchema, name: string, add: Add): JsonSchema {
  const reference = (inner: JsonSchema, place: string): JsonSchema => {
    const rewritten = withNames(inner, place, add);
    if (!isAnonymous(rewritten)) return rewritten;
    add(place, rewritten);
    const { description } = rewritten;
    return { $ref: `#/components/schemas/${place}`, ...(description !== undefined && { description }) };
  };
  const { properties, items, anyOf, description } = schema as Inner;
  /** Schema of the values, which has the description of their list or union. */
  const ofValues = (inner: JsonSchema): JsonSchema =>
    isAnonymous(inner) && description !== undefined ? { description, ...inner } : inner;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [key, reference(value, name + inPascalCase(key))]),
      ),
    }),
    ...(items && { items: reference(ofValues(items), name.replace(/s$/, '')) }),
    ...(anyOf && { anyOf: anyOf.map((each) => reference(ofValues(each), name)) }),
  };
}

/** Members of a schema that contain schemas. */
interface Inner {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly description?: string;
}

const isAnonymous = ({ properties, enum: values }: JsonSchema): boolean =>
  properties !== undefined || values !== undefined;

const inPascalCase = (name: string): string =>
  name.replace(/(?:^|_)+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Unions as `anyOf`. A pair with null remains a `type`, which all generators read as nullable; of a longer list of types
 * validators in strict mode reject the keyword, and generators take the first type.
 */
function withUnions(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (_, value: unknown) => (isSchemaOfTypes(value) ? asUnion(value) : value));
  return JSON.parse(text) as JsonSchema;
}

type SchemaOfTypes = JsonSchema & { readonly type: readonly string[]; readonly enum?: readonly unknown[] };

function isSchemaOfTypes(value: unknown): value is SchemaOfTypes {
  if (typeof value !== 'object' || value === null || !('type' in value) || !Array.isArray(value.type)) return false;
  return value.type.length > 2 || !value.type.includes('null') || 'enum' in value;
}

function asUnion({ type, enum: values, ...annotations }: SchemaOfTypes): JsonSchema {
  const anyOf = type.map((each) => ({
    type: each,
    ...(values !== undefined && each !== 'null' && { enum: values.filter((value) => value !== null) }),
  }));
  return { anyOf, ...annotations };
}
