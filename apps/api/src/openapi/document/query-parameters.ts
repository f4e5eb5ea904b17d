import type { Type } from '@nestjs/common';
import { factsOf } from '../../platform/input/query-rules';
import type { Components } from './component-schemas';
import { DocumentationError } from './documentation-error';
import { contractMembers } from './dto-contract';
import type { JsonSchema, ParameterObject } from './openapi-types';
import type { WireSchemas } from './wire-schemas';

/**
 * Query parameters of an operation, in the order of the DTO: schemas, examples and defaults from its decorators,
 * descriptions from its contract. Examples are part of the schema, because Swagger UI prefills and sends those beside it.
 *
 * @param cursor - example of the parameter `cursor`.
 * @throws {DocumentationError} for a parameter without documentation, or that only the DTO or only the contract has.
 */
export function queryParameters(dto: Type<object>, cursor: string | undefined, { queries, components }: WireSchemas) {
  return contractMembers(dto, 'Query', queries).map(([name, contract]): ParameterObject => {
    const { schema: own, example = cursor, ...rest } = factsOf(dto, name) ?? {};
    if (own === undefined || example === undefined)
      throw new DocumentationError(`query of ${dto.name}: not documented: ${name}`);
    const schema = { ...withComponent(own, contract, components), ...rest, examples: [example] };
    const isList = own['type'] === 'array';
    const description = `${String(contract['description'])}${isList ? SEVERAL_VALUES : ''} Example: \`${String(example)}\`.`;
    return { name, in: 'query', description, ...(isList && REPEATED), schema };
  });
}

const SEVERAL_VALUES = ' Accepts several values, by repetition or as a comma list.';

/** Repetition: OpenAPI can describe only one of the two accepted forms, and this is the one that all generators send. */
const REPEATED = { style: 'form', explode: true };

/** Replaces an enumeration by the component that the contract names, so that generated clients have one type for it. */
function withComponent(own: JsonSchema, contract: JsonSchema, components: Components): JsonSchema {
  if (own['items'] !== undefined)
    return { ...own, items: withComponent(own['items'] as JsonSchema, contract, components) };
  const values = own['enum'] as readonly string[] | undefined;
  const references = [...JSON.stringify(contract).matchAll(/"\$ref":"([^"]+)"/g)].map(([, $ref = '']) => $ref);
  const found = references.find((each) => {
    const named = valuesOf({ $ref: each }, components);
    return values !== undefined && named.length === values.length && named.every((value) => values.includes(value));
  });
  return found === undefined ? own : { $ref: found };
}

/** Values of an enumeration, or of a union of enumerations. */
function valuesOf({ $ref, enum: values, anyOf }: JsonSchema, components: Components): string[] {
  if (typeof $ref === 'string') return valuesOf(components[$ref.split('/').at(-1) ?? ''] ?? {}, components);
  const parts = (anyOf as JsonSchema[] | undefined) ?? [];
  return [...((values as string[] | undefined) ?? []), ...parts.flatMap((part) => valuesOf(part, components))];
}
