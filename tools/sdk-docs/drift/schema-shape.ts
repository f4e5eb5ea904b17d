import { ProgramError } from '../sources/program-error';
import type { Form, Member, Shape } from './shape';

/** The part of JSON Schema that the document makes use of. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  [keyword: string]: unknown;
}

/** Keywords that bind values further than a type can, or say something for people. */
const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems'];
const BEYOND_TYPES = ['description', 'pattern', ...BOUNDS];
const FOR_PEOPLE = ['default', 'example', 'examples', 'title'];
const READ = ['$ref', 'type', 'enum', 'const', 'format', 'properties', 'required', 'items', 'anyOf'];
const KNOWN = new Set([...BEYOND_TYPES, ...FOR_PEOPLE, ...READ, 'additionalProperties']);

/** Reads schemas of one document, and notes which of its components they came by. */
export class SchemaShapes {
  readonly #components: Readonly<Record<string, Schema>>;
  /** Names of components that some schema referred to. */
  readonly reached = new Set<string>();
  constructor(components: Readonly<Record<string, Schema>>) {
    this.#components = components;
  }

  /** @throws {ProgramError} for a keyword that nobody here knows: what it says would be left out of the comparison. */
  shapeOf(schema: Schema): Shape {
    const unknown = Object.keys(schema).filter((keyword) => !KNOWN.has(keyword));
    if (unknown.length > 0) throw new ProgramError(`the document has the keyword ${unknown.join(', ')}`);
    if (schema.$ref !== undefined) {
      const { name, component } = this.#component(schema.$ref);
      return { ...this.shapeOf(component), name };
    }
    if (typeof schema['additionalProperties'] === 'object') throw new ProgramError('the document has a map');
    if (schema.anyOf !== undefined) return this.#oneOf(schema.anyOf);
    const types = [schema.type ?? []].flat();
    const named = types.filter((type) => type !== 'null');
    const isNullable = types.includes('null');
    const forms = named.map((type) => this.#form(type, schema));
    const [first = { kind: 'anything' } as const] = forms;
    if (forms.length <= 1) return { isNullable, form: first };
    return { isNullable, form: { kind: 'union', variants: forms.map((form) => ({ isNullable: false, form })) } };
  }

  #component(ref: string): { name: string; component: Schema } {
    const name = /^#\/components\/schemas\/(.+)$/.exec(ref)?.[1] ?? '';
    const component = this.#components[name];
    if (component === undefined) throw new ProgramError(`the document has no ${ref}`);
    this.reached.add(name);
    return { name, component };
  }

  #oneOf(schemas: Schema[]): Shape {
    const some = schemas.filter(({ type }) => type !== 'null').map((schema) => this.shapeOf(schema));
    const isNullable = some.length < schemas.length || some.some((shape) => shape.isNullable);
    const [only] = some;
    if (some.length === 1 && only !== undefined) return { ...only, isNullable };
    // Of several enumerations a type makes one.
    const values = some.map(({ form }) => (form.kind === 'values' ? form.values : null));
    if (values.every((each) => each !== null))
      return { isNullable, form: { kind: 'values', values: values.flat().sort() } };
    return { isNullable, form: { kind: 'union', variants: some } };
  }

  #form(type: string, schema: Schema): Form {
    const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
    if (values !== undefined) {
      const texts = values.filter((value) => value !== null).map((value) => JSON.stringify(value));
      return { kind: 'values', values: texts.sort() };
    }
    if (schema.format !== undefined && type !== 'string') throw new ProgramError(`${schema.format} is no ${type}`);
    if (type === 'string') return { kind: 'text' };
    if (type === 'integer' || type === 'number') return { kind: 'number' };
    if (type === 'boolean') return { kind: 'boolean' };
    if (type === 'array') return { kind: 'list', items: this.shapeOf(schema.items ?? {}) };
    if (type === 'object') return { kind: 'object', members: this.#members(schema) };
    throw new ProgramError(`the document has values of type ${type}`);
  }

  #members({ properties = {}, required = [] }: Schema): ReadonlyMap<string, Member> {
    const undescribed = required.find((name) => properties[name] === undefined);
    if (undescribed !== undefined) throw new ProgramError(`${undescribed} is required and not described`);
    return new Map(
      Object.entries(properties).map(([name, schema]) => [
        name,
        { isOptional: !required.includes(name), shape: () => this.shapeOf(schema) },
      ]),
    );
  }
}
