import { CURSOR_LENGTH_MAX, DROP_ID_LENGTH_MAX, DROP_ID_PATTERN, PAGE_LIMIT } from '@droptrack/contracts';
import { applyDecorators, type Type } from '@nestjs/common';
import { Transform } from 'class-transformer';
import * as rules from 'class-validator';
import { INSTANT, isDay, isInstant } from './instants';

// Kinds of query parameters. A decorator has all facts of an optional parameter: the conversion of its text, its rules, its
// schema, and what the document shows beside it. Its description is that of the contract.

/** Documentation of a parameter beside its rules. */
export interface ParameterDocs {
  /** Undefined for a cursor, whose example is that of the route. */
  readonly example?: string | number | boolean | readonly string[];
  /** Value of an absent parameter. */
  readonly default?: string | number;
}

type Schema = Readonly<Record<string, unknown>>;

const FACTS = Symbol('facts of a parameter');

/** Schema and documentation of a parameter of a DTO; undefined for one that no decorator of this file declares. */
export const factsOf = (dto: Type<object>, name: string): (ParameterDocs & { readonly schema: Schema }) | undefined =>
  Reflect.getMetadata(FACTS, dto.prototype as object, name) as ReturnType<typeof factsOf>;

const parameter = (schema: Schema, docs: ParameterDocs, ...own: PropertyDecorator[]): PropertyDecorator =>
  applyDecorators(Reflect.metadata(FACTS, { schema, ...docs }) as PropertyDecorator, rules.IsOptional(), ...own);

const violation = (code: string, message: string) => ({ message, context: { code } });
const ofEach = (code: string, message: string) => ({ ...violation(code, message), each: true });

/** Conversion of a text, or of each of several. */
function converted(convert: (text: string) => unknown): PropertyDecorator {
  const one = (value: unknown): unknown => (typeof value === 'string' ? convert(value) : value);
  return Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(one) : one(value)));
}

/** One of these values. */
export const OneOf = (values: readonly string[], docs: ParameterDocs): PropertyDecorator =>
  parameter(enumeration(values), docs, rules.IsIn(values, violation('enum', `must be one of ${values.join(', ')}`)));

/** Several of these values. */
export const SeveralOf = (values: readonly string[], docs: ParameterDocs): PropertyDecorator =>
  several(enumeration(values), docs, rules.IsIn(values, ofEach('enum', `must be one or more of ${values.join(', ')}`)));

const enumeration = (values: readonly string[]): Schema => ({ type: 'string', enum: values });

/** A comma list, which becomes an array; a value without a comma is an array of one. */
const several = (items: Schema, { max, ...docs }: ParameterDocs & { max?: number }, ...own: PropertyDecorator[]) =>
  parameter(
    { type: 'array', items, minItems: 1, ...(max !== undefined && { maxItems: max }) },
    docs,
    converted((text) => text.split(',')),
    ...own,
  );

/** A parameter in any case, one value or several. Slugs have no capital letters, names of chains often do. */
export const InLowerCase = (): PropertyDecorator => converted((text) => text.toLowerCase());

/** Text of a pattern. @param what - such as `a wallet address`, for the message. */
export const Matching = (pattern: RegExp, what: string, maxLength: number, docs: ParameterDocs): PropertyDecorator =>
  parameter(
    { type: 'string', pattern: pattern.source, maxLength },
    docs,
    rules.Matches(pattern, violation('format', `must be ${what}`)),
    rules.MaxLength(maxLength, violation('length', `must have at most ${maxLength} characters`)),
  );

/** Slug of a drop, chain or list. @param what - such as `a drop slug such as linea`, for the message. */
export const Slug = (what: string, docs: ParameterDocs): PropertyDecorator =>
  Matching(DROP_ID_PATTERN, what, DROP_ID_LENGTH_MAX, docs);

/** Several slugs. @param options.isFormFirst - true if the form of the slugs is reported before their length and number. */
export function Slugs(
  kind: 'drop' | 'chain',
  { such, isFormFirst = false, ...docs }: ParameterDocs & { max: number; such: string; isFormFirst?: boolean },
): PropertyDecorator {
  const [pattern, maxLength] = [DROP_ID_PATTERN.source, DROP_ID_LENGTH_MAX];
  const own = [
    rules.ArrayMaxSize(docs.max, violation('range', `must contain at most ${docs.max} ${kind}s`)),
    rules.MaxLength(maxLength, ofEach('length', `must be ${kind} slugs of at most ${maxLength} characters`)),
    rules.Matches(DROP_ID_PATTERN, ofEach('format', `must be one or more ${kind} slugs, such as ${such}`)),
  ];
  return isFormFirst
    ? several({ type: 'string', pattern, maxLength }, docs, ...own.reverse())
    : several({ type: 'string', maxLength, pattern }, docs, ...own);
}

/** Text of limited length. */
export const Text = ({ min, max }: { min: number; max: number }, docs: ParameterDocs): PropertyDecorator =>
  parameter(
    { type: 'string', minLength: min, maxLength: max },
    docs,
    rules.Length(min, max, violation('length', `must have ${min} to ${max} characters`)),
  );

/** Integer in plain ASCII digits. `Number()` alone would let `1e2`, `0x10`, ` 7` and an empty text pass. */
export function Integer(
  { min, max }: { readonly min: number; readonly max: number },
  docs: ParameterDocs,
  bounds = `from ${min} to ${max}`,
): PropertyDecorator {
  const outside = violation('range', `must be an integer ${bounds}`);
  const digits = converted((text) => (/^[0-9]{1,15}$/.test(text) ? Number(text) : text));
  const own = [rules.IsInt(outside), rules.Min(min, outside), rules.Max(max, outside)];
  return parameter({ type: 'integer', minimum: min, maximum: max }, docs, digits, ...own);
}

/** `limit` of a list. */
export const PageLimit = (): PropertyDecorator => Integer(PAGE_LIMIT, { example: 50, default: PAGE_LIMIT.default });

/** Cursor of a list, which the service verifies. */
export const Cursor = (): PropertyDecorator =>
  parameter(
    { type: 'string', minLength: 1, maxLength: CURSOR_LENGTH_MAX },
    {},
    rules.Length(1, CURSOR_LENGTH_MAX, violation('cursor', 'is not a valid cursor for this list')),
  );

/** `true` or `false`, in exactly these letters. */
export const Flag = (docs: ParameterDocs): PropertyDecorator =>
  parameter(
    { type: 'boolean' },
    docs,
    converted((text) => (text === 'true' ? true : text === 'false' ? false : text)),
    rules.IsBoolean(violation('enum', 'must be true or false')),
  );

/** RFC 3339 date-time. */
export const Instant = (docs: ParameterDocs): PropertyDecorator => time('date-time', isInstant, INSTANT, docs);

/** ISO date. */
export const Day = (docs: ParameterDocs): PropertyDecorator =>
  time('date', isDay, 'must be an ISO date such as 2026-08-22', docs);

function time(format: string, validate: (value: unknown) => boolean, message: string, docs: ParameterDocs) {
  const holds = { name: format, validator: { validate, defaultMessage: () => message } };
  return parameter({ type: 'string', format }, docs, rules.ValidateBy(holds, violation('format', message)));
}
