import { type Content, type Html, html } from '../../platform/pages/html';
import type { JsonSchema } from '../document/openapi-types';
import { linkOf, nameOf, resolve } from './described-api';
import { renderMarkdown, renderText } from './markdown';

/** A named value: a property or a parameter. */
export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly description: string;
  /** Facts beside the type, such as `required`. */
  readonly notes?: readonly string[];
}

/** List of named values, each with its type, its limits and what it contains. */
export const renderFields = (fields: readonly Field[]): Html =>
  html`<dl class="fields">${fields.map(renderField)}</dl>`;

const renderField = ({ name, schema, description, notes = [] }: Field): Html =>
  html`<div>
    <dt><code>${name}</code> <span>${[typeOf(schema), ...limitsOf(schema), ...notes].join(', ')}</span></dt>
    <dd>${renderMarkdown(description, linkOf)}${renderValues(schema)}${renderContent(schema, description)}</dd>
  </div>`;

const renderContent = (schema: JsonSchema, above = ''): Content =>
  contentsOf(schema).map(
    (content) =>
      html`<details>
        <summary>${nameOf(content) ?? 'Properties'}</summary>
        ${renderSchema(content, above)}
      </details>`,
  );

/**
 * Properties of an object; of a list or a union those of each object in it.
 *
 * @param above - description that the page shows already.
 */
export function renderSchema(schema: JsonSchema, above = ''): Content {
  const { properties, required = [], description = '' } = resolve<JsonSchema>(schema);
  if (properties === undefined) return [renderValues(schema), renderContent(schema)];
  const isBody = resolve<JsonSchema>(schema)['additionalProperties'] === false;
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(([name, each]) => ({
    name,
    schema: each,
    description: String(resolve<JsonSchema>(each)['description'] ?? ''),
    // Every property of a response is present; of a body some can be omitted.
    notes: isBody && (required as readonly string[]).includes(name) ? ['required'] : [],
  }));
  return [description === above ? null : renderMarkdown(String(description), linkOf), renderFields(fields)];
}

/** Objects that a value contains. Events are described on their own. */
function contentsOf(schema: JsonSchema): JsonSchema[] {
  const { properties, items, anyOf, oneOf } = resolve<JsonSchema>(schema);
  if (properties !== undefined) return [schema];
  if (oneOf !== undefined) return [];
  const parts = [items ?? [], anyOf ?? []].flat() as JsonSchema[];
  return parts.flatMap(contentsOf);
}

/** Values of an enumeration, and the events of a union. */
function renderValues(schema: JsonSchema): Content {
  const { enum: values, items, anyOf, discriminator } = resolve<JsonSchema>(schema);
  const { mapping } = (discriminator ?? {}) as { readonly mapping?: Readonly<Record<string, string>> };
  const listed = (values ?? Object.keys(mapping ?? {})) as readonly (string | number | null)[];
  if (listed.length > 0)
    return html`<p class="muted">${renderText(listed.map((value) => `\`${value}\``).join(', '), linkOf)}</p>`;
  return ([items ?? [], anyOf ?? []].flat() as JsonSchema[]).map(renderValues);
}

/** Type in words: `string (date-time) or null`, `list of Drop`. */
export function typeOf(schema: JsonSchema): string {
  const { type, items, anyOf, oneOf, format, const: constant } = resolve<JsonSchema>(schema);
  const name = nameOf(schema);
  if (constant !== undefined) return JSON.stringify(constant);
  if (items !== undefined) return [`list of ${typeOf(items as JsonSchema)}`, ...[type].flat().slice(1)].join(' or ');
  if (name !== null && type !== 'string') return name;
  const union = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  if (union !== undefined) return union.map(typeOf).join(' or ');
  return [type]
    .flat()
    .map((each) => (each === 'string' && format !== undefined ? `string (${String(format)})` : each))
    .join(' or ');
}

/** Limits of a value in words. */
function limitsOf(schema: JsonSchema): string[] {
  const resolved = resolve<JsonSchema>(schema);
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems, default: preset } = resolved;
  const range = (from: unknown, to: unknown, unit: string): string[] => {
    if (from !== undefined && to !== undefined) return [`${String(from)} to ${String(to)}${unit}`];
    if (to !== undefined) return [`at most ${String(to)}${unit}`];
    return from === undefined ? [] : [`at least ${String(from)}${unit}`];
  };
  return [
    ...range(minimum, maximum, ''),
    ...(exclusiveMinimum === undefined ? [] : [`above ${String(exclusiveMinimum)}`]),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems === 1 && maxItems === undefined ? undefined : minItems, maxItems, ' items'),
    ...(preset === undefined ? [] : [`default ${String(preset)}`]),
  ];
}
