import addFormats from 'ajv-formats';
import Ajv2020, { type ErrorObject } from 'ajv/dist/2020';
import { nearMiss } from '@droptrack/program';
import schema from '../../../../../../prisma/catalogue/drop.schema.json';
import { type Finding, formatPath, quote } from './fault';

/** Violations of the JSON Schema of catalogue files, each once. */
export type SchemaCheck = (data: unknown) => Finding[];

/** Maximum number of violations: the search for near misses runs for each. */
const VIOLATIONS_MAX = 500;

/** Compiles the schema. Takes some 50 ms, so it is done once for all files. */
export function compileSchemaCheck(): SchemaCheck {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, allowUnionTypes: true });
  addFormats(ajv, ['date', 'uri']);
  // Editors show this text for a pattern that does not match, and so does the check.
  ajv.addVocabulary(['patternErrorMessage']);
  const validate = ajv.compile(schema);
  return (data) => {
    if (validate(data)) return [];
    return once(
      (validate.errors ?? []).slice(0, VIOLATIONS_MAX).flatMap((error) => describeViolation(error, data) ?? []),
    );
  };
}

/** One finding per value: a text that fails its pattern also fails its format. */
function once(findings: readonly Finding[]): Finding[] {
  const kept = new Map<string, Finding>();
  for (const finding of findings) {
    const missing = finding.message.endsWith(' is missing') ? finding.message : '';
    const key = `${formatPath(finding.path)} ${missing}`;
    if (!kept.has(key)) kept.set(key, finding);
  }
  return [...kept.values()];
}

/** Violation of the schema as a readable error; null for one that only repeats another. */
function describeViolation(error: ErrorObject, data: unknown): Finding | null {
  const path = steps(error.instancePath, data);
  const { params, keyword } = error;
  if (error.propertyName !== undefined) {
    return { path: [...path, error.propertyName], on: 'key', message: describeValue(error) };
  }
  if (keyword === 'if' || keyword === 'propertyNames') return null;
  if (keyword === 'required')
    return { path, on: 'value', message: `${quote(String(params['missingProperty']))} is missing` };
  if (keyword === 'additionalProperties') {
    const key = String(params['additionalProperty']);
    const known = Object.keys((error.parentSchema?.['properties'] as object | undefined) ?? {});
    return { path: [...path, key], on: 'key', message: `unknown key ${quote(key)}${suggest(key, known)}` };
  }
  return { path, on: 'value', message: describeValue(error) };
}

type Words = (error: ErrorObject) => string;

const limit = (error: ErrorObject): string => String(error.params['limit']);
const isRange = (error: ErrorObject): boolean => error.parentSchema?.['minItems'] === 2;
const twoNumbers = 'must be one number or two, [p10, p90]';

/** Messages by keyword of the schema. */
const WORDS: Readonly<Record<string, Words>> = {
  type: (error) => describeType(error),
  enum: (error) => describeChoice(error),
  pattern: (error) => String(error.parentSchema?.['patternErrorMessage'] ?? error.message),
  format: (error) => (error.params['format'] === 'date' ? 'is not an existing day' : 'is not a valid URL'),
  minimum: (error) => `must be at least ${limit(error)}`,
  exclusiveMinimum: (error) => `must be above ${limit(error)}`,
  maximum: (error) => `must be at most ${limit(error)}`,
  minLength: () => 'must not be empty',
  maxLength: (error) => `must be at most ${limit(error)} characters long`,
  minItems: (error) => (isRange(error) ? twoNumbers : `must have at least ${limit(error)} entries`),
  maxItems: (error) => (isRange(error) ? twoNumbers : `must have at most ${limit(error)} entries`),
  minProperties: (error) => `must have at least ${limit(error)} keys`,
  maxProperties: (error) => `must have at most ${limit(error)} keys`,
  uniqueItems: () => 'must not contain duplicates',
};

function describeValue(error: ErrorObject): string {
  return WORDS[error.keyword]?.(error) ?? error.message ?? 'is not allowed here';
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of keys',
};

function describeType(error: ErrorObject): string {
  const wanted = [error.params['type'] as string | string[]].flat();
  const words = wanted.flatMap((type) => TYPE_WORDS[type] ?? []).join(' or ');
  const bare = typeof error.data === 'number' || typeof error.data === 'boolean';
  return wanted.includes('string') && bare ? `must be ${words}: put it in quotes` : `must be ${words}`;
}

function describeChoice(error: ErrorObject): string {
  const allowed = (error.params['allowedValues'] as unknown[]).filter((value) => typeof value === 'string');
  const written = typeof error.data === 'string' ? suggest(error.data, allowed) : '';
  return `must be one of ${allowed.join(', ')}${written}`;
}

function suggest(written: string, known: readonly string[]): string {
  const meant = nearMiss(written, known);
  return meant === null ? '' : `; did you mean ${quote(meant)}?`;
}

/** JSON pointer as keys and indexes; an index only for a list. */
function steps(pointer: string, data: unknown): (string | number)[] {
  let held = data;
  const parts = pointer.split('/').slice(1);
  return parts.map((part) => {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const step = Array.isArray(held) ? Number(key) : key;
    held = (held as Record<string | number, unknown> | null | undefined)?.[step];
    return step;
  });
}
