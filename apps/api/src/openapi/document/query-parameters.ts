import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
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
export function queryParameters(dto: Type<object>, docs: QueryDocs | undefined, contract: JsonSchema | undefined) {
  const rules = rulesOf(dto);
  const properties = (contract?.['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  assertSameNames(`query of ${dto.name}`, rules.keys(), Object.keys(docs?.parameters ?? {}));
  assertSameNames(`contract of ${dto.name}`, rules.keys(), Object.keys(properties));
  return [...rules].map(([name, own]): ParameterObject => {
    const { example, default: fallback } = docs?.parameters[name] ?? { example: '' };
    const description = properties[name]?.['description'];
    if (typeof description !== 'string')
      throw new DocumentationError(`${dto.name}.${name}: no description in the contract`);
    const rule = schemaOf(own, `${dto.name}.${name}`);
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

const SEVERAL_VALUES = ' Accepts several values, as a comma list or by repetition.';

/** Comma list: OpenAPI can describe only one of the two accepted forms, and this is the shorter one. */
const styleOf = ({ type }: JsonSchema) => (type === 'array' ? { style: 'form', explode: false } : {});
