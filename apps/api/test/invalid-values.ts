import type { JsonSchema } from '../src/openapi/document/openapi-types';
import openApi from '../openapi.json';

const schemas = openApi.components.schemas as Readonly<Record<string, JsonSchema>>;

/** Members of a schema, after its reference, without the null of a union. */
interface Rules {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/** The rules of a schema. */
export function rulesOf({ $ref, anyOf, ...schema }: JsonSchema): Rules {
  if (typeof $ref === 'string') return rulesOf(schemas[$ref.split('/').at(-1)!]!);
  const parts = ((anyOf as JsonSchema[] | undefined) ?? []).map(rulesOf);
  const values = parts.flatMap((part) => part.enum ?? []);
  return Object.assign({}, schema, ...parts, values.length > 0 && { enum: values }) as Rules;
}

/** A text that is one character longer than the longest valid one. */
const tooLong = ({ maxLength = 100 }: Rules): string => 'a'.repeat(maxLength + 1);

const beyond = ({ minimum = 0, maximum = 2 ** 31 - 1 }: Rules): number[] => [minimum - 1, maximum + 1];

/** Texts that break the rules of a parameter. */
export function textsFor(schema: JsonSchema): string[] {
  const rules = rulesOf(schema);
  const { type, items, maxItems, enum: values } = rules;
  if (items !== undefined) {
    const item = rulesOf(items);
    const right = item.enum?.[0] ?? 'linea';
    const lists = textsFor(items).flatMap((text) => [text, `${right},${text}`]);
    const tooMany = maxItems === undefined ? [] : [Array(maxItems + 1).fill(right).join(',')]; // prettier-ignore
    return [...lists, `${right},`, ...tooMany];
  }
  if (type === 'integer') return ['', 'ten', '1.5', '1e2', '0x10', '+1', ' 7', '9'.repeat(16), ...beyond(rules).map(String)]; // prettier-ignore
  if (type === 'boolean') return ['', '1', 'TRUE'];
  if (values !== undefined) return ['', 'nope', values[0]!.toUpperCase(), `${values[0]},${values[0]}`];
  return ['', 'not valid!', 'yesterday', '2026-02-30', '2026-02-30T00:00:00Z', '2026-08-22T10:00:00+02:00', '9999-12-31T23:59:59Z', tooLong(rules)]; // prettier-ignore
}

/** Values of all types, of which a member accepts some. */
const ANY: readonly unknown[] = [null, 7, 1.5, -1, true, '', 'not valid!', 'a\nb', [], {}];

/** Values that break the rules of a member, at any depth. @param example - a valid value; undefined for none. */
export function valuesFor(schema: JsonSchema, example: unknown): unknown[] {
  const rules = rulesOf(schema);
  const { type = [], items, properties, enum: values, maxItems = 25 } = rules;
  const types = [type].flat();
  if (properties !== undefined) {
    const base = (example ?? {}) as Record<string, unknown>;
    const inner = Object.entries(properties).flatMap(([name, each]) =>
      valuesFor(each, base[name]).map((value) => ({ ...base, [name]: value })),
    );
    return [...ANY, ...inner, { ...base, colour: 'red' }];
  }
  if (items !== undefined) {
    const right = (example as unknown[] | undefined)?.[0] ?? rulesOf(items).enum?.[0] ?? 'linea';
    const inner = valuesFor(items, right).flatMap((value) => [[value], [right, value]]);
    return [...ANY, ...inner, [right, right], Array(maxItems + 1).fill(right)];
  }
  if (types.includes('integer')) return [...ANY, ...beyond(rules)];
  if (values !== undefined) return [...ANY, values[0]!.toUpperCase()];
  return types.includes('string') ? [...ANY, tooLong(rules), 'yesterday', '2026-02-30T00:00:00Z', 'P1Y'] : [...ANY];
}
