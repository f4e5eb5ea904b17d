import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import type { Components } from './component-schemas';
import { assertSameNames, DocumentationError } from './documentation-error';
import type { JsonSchema, ParameterObject } from './openapi-types';
import type { QueryDocs } from './route-docs';

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];
type Constraints = readonly unknown[];

/** JSON Schema keywords per validation rule of a DTO. A rule without an entry fails the generation. */
const SCHEMA_OF_RULE: Readonly<Record<string, (constraints: Constraints) => JsonSchema>> = {
  isIn: ([values]) => ({ type: 'string', enum: values }),
  isInt: () => ({ type: 'integer' }),
  isBoolean: () => ({ type: 'boolean' }),
  min: ([minimum]) => ({ minimum }),
  max: ([maximum]) => ({ maximum }),
  isLength: ([minLength, maxLength]) => ({ type: 'string', minLength, maxLength }),
  maxLength: ([maxLength]) => ({ type: 'string', maxLength }),
  matches: ([pattern]) => ({ type: 'string', pattern: (pattern as RegExp).source }),
  isInstant: () => ({ type: 'string', format: 'date-time' }),
  isDay: () => ({ type: 'string', format: 'date' }),
  arrayMaxSize: ([maxItems]) => ({ maxItems }),
};

/** Rules that apply to a list as a whole, not to each of its values. */
const RULES_OF_LISTS: ReadonlySet<string> = new Set(['arrayMaxSize']);

/**
 * Query parameters of an operation: schemas from the DTO's rules, descriptions from its contract, examples and defaults
 * from its documentation. Examples are part of the schema, because Swagger UI prefills and sends those beside it.
 *
 * @throws {DocumentationError} if DTO, contract and documentation do not have the same parameters.
 */
export function queryParameters(
  dto: Type<object>,
  docs: QueryDocs | undefined,
  contract: JsonSchema | undefined,
  components: Components,
) {
  const rules = rulesOf(dto);
  const properties = (contract?.['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  assertSameNames(`query of ${dto.name}`, rules.keys(), Object.keys(docs?.parameters ?? {}));
  assertSameNames(`contract of ${dto.name}`, rules.keys(), Object.keys(properties));
  return [...rules].map(([name, own]): ParameterObject => {
    const { example, default: fallback } = docs?.parameters[name] ?? { example: '' };
    const description = properties[name]?.['description'];
    if (typeof description !== 'string')
      throw new DocumentationError(`${dto.name}.${name}: no description in the contract`);
    const rule = withComponent(schemaOf(own, `${dto.name}.${name}`), properties[name] ?? {}, components);
    const schema = { ...rule, ...(fallback !== undefined && { default: fallback }), examples: [example] };
    const several = rule['type'] === 'array' ? SEVERAL_VALUES : '';
    const text = `${description}${several} Example: \`${String(example)}\`.`;
    return { name, in: 'query', description: text, ...styleOf(rule), schema };
  });
}

/** Rules by parameter, in the order of the class. */
function rulesOf(dto: Type<object>): Map<string, Rule[]> {
  const rules = new Map<string, Rule[]>();
  for (const rule of getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false)) {
    rules.set(rule.propertyName, [...(rules.get(rule.propertyName) ?? []), rule]);
  }
  return rules;
}

function schemaOf(rules: readonly Rule[], place: string): JsonSchema {
  if (!rules.some(({ type }) => type === 'conditionalValidation')) {
    throw new DocumentationError(`${place}: required query parameters are not supported yet`);
  }
  const item: JsonSchema = {};
  const list: JsonSchema = {};
  for (const { type, name = '', constraints } of rules) {
    if (type === 'conditionalValidation') continue;
    const describe = SCHEMA_OF_RULE[name];
    if (describe === undefined) throw new DocumentationError(`${place}: no schema for the rule "${name}"`);
    Object.assign(RULES_OF_LISTS.has(name) ? list : item, describe((constraints ?? []) as Constraints));
  }
  return rules.some(({ each }) => each) ? { type: 'array', items: item, minItems: 1, ...list } : item;
}

/** Replaces an enumeration by the component that the contract names, so that generated clients have one type for it. */
function withComponent(rule: JsonSchema, contract: JsonSchema, components: Components): JsonSchema {
  const items = rule['items'] as JsonSchema | undefined;
  if (items !== undefined) return { ...rule, items: withComponent(items, contract, components) };
  const $ref = referenceIn(contract);
  if ($ref === null || rule['enum'] === undefined) return rule;
  const [values, allowed] = [valuesOf({ $ref }, components), new Set(rule['enum'] as string[])];
  return values.length === allowed.size && values.every((value) => allowed.has(value)) ? { $ref } : rule;
}

/** First reference of a schema, of its items or of a part of it. */
function referenceIn({ $ref, items, anyOf = [] }: Parts): string | null {
  if ($ref !== undefined) return $ref;
  for (const part of items === undefined ? anyOf : [items]) {
    const found = referenceIn(part);
    if (found !== null) return found;
  }
  return null;
}

interface Parts {
  readonly $ref?: string;
  readonly items?: Parts;
  readonly anyOf?: readonly Parts[];
}

/** Values of an enumeration, or of a union of enumerations. */
function valuesOf({ $ref, enum: values, anyOf }: JsonSchema, components: Components): string[] {
  if (typeof $ref === 'string') return valuesOf(components[$ref.split('/').at(-1) ?? ''] ?? {}, components);
  const parts = (anyOf as JsonSchema[] | undefined) ?? [];
  return [...((values as string[] | undefined) ?? []), ...parts.flatMap((part) => valuesOf(part, components))];
}

const SEVERAL_VALUES = ' Accepts several values, by repetition or as a comma list.';

/** Repetition: OpenAPI can describe only one of the two accepted forms, and this is the one that all generators send. */
const styleOf = ({ type }: JsonSchema) => (type === 'array' ? { style: 'form', explode: true } : {});
