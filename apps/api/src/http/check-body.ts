import type { ProblemMember } from '@droptrack/contracts';
import type { Type } from '@nestjs/common';
import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import { DomainError } from '../errors/domain-error';
import { readJson } from './json-body';

/** Faults told at once: a body made of nothing else must not make a large answer. */
const FAULTS_MAX = 20;

/**
 * Reads a JSON object whose members are those of the DTO. Of a member that comes twice the last counts. Every
 * fault is told, not only the first; what came is in no message: it may be what must not be kept.
 *
 * @throws {DomainError} `malformed_json`; `validation_failed` with one pointer for every member at fault.
 */
export function checkBody<T extends object>(bytes: Uint8Array, metatype: Type<T>): T {
  return checkObject(readJson(bytes), metatype);
}

/**
 * Checks a value as {@link checkBody} checks a whole body.
 *
 * @param at - where it stands in the body: `#/checks/3`.
 * @throws {DomainError} `validation_failed` with one pointer for every member at fault.
 */
export function checkObject<T extends object>(value: unknown, metatype: Type<T>, at = '#'): T {
  const members = membersOf(value, at);
  const known = rulesOf(metatype);
  const strangers = Object.keys(members).filter((name) => !known.has(name));
  const missing = [...known].filter(([name, isOptional]) => !isOptional && !Object.hasOwn(members, name));
  // Members are taken over as they are, one by one: a library that walks into them could be led ten thousand levels deep.
  const dto = new metatype();
  for (const name of known.keys()) {
    if (Object.hasOwn(members, name)) Object.assign(dto, { [name]: members[name] });
  }
  const absent = new Set(missing.map(([name]) => name));
  const invalid = validateSync(dto, { forbidUnknownValues: false }).filter(({ property }) => !absent.has(property));
  const faults = [
    ...strangers.map((name) => stranger(name, known, at)),
    ...[...absent].map((name) => required(name, at)),
    ...invalid.map((error) => fault(error, at)),
  ];
  if (faults.length > 0) throw refusal(faults);
  return dto;
}

function membersOf(value: unknown, at: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw refusal([{ pointer: at, code: 'type', detail: 'must be a JSON object' }]);
}

/** Names of members, each with whether it may be left out. */
type MemberRules = ReadonlyMap<string, boolean>;

const rules = new WeakMap<Type, MemberRules>();

/** The names a DTO validates are the members its route takes. */
function rulesOf(metatype: Type): MemberRules {
  const noted = rules.get(metatype);
  if (noted !== undefined) return noted;
  const known = new Map<string, boolean>();
  for (const { propertyName, type } of getMetadataStorage().getTargetValidationMetadatas(metatype, '', false, false)) {
    known.set(propertyName, known.get(propertyName) === true || type === 'conditionalValidation');
  }
  rules.set(metatype, known);
  return known;
}

type Fault = Extract<ProblemMember, { pointer: string }>;

function refusal(faults: readonly Fault[]): DomainError {
  const [first] = faults;
  const named = first === undefined || first.pointer === '#' ? 'The body' : first.pointer.slice('#/'.length);
  const errors = faults.slice(0, FAULTS_MAX);
  return new DomainError('validation_failed', `${named} ${first?.detail ?? 'is not valid'}`, { errors });
}

/** Names worth repeating: what is longer, or no name, may be a value that went to the wrong place. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,30}$/;

function stranger(name: string, known: MemberRules, at: string): Fault {
  const takes = `known are ${[...known.keys()].join(', ')}`;
  return NAME.test(name)
    ? { pointer: `${at}/${name}`, code: 'unknown', detail: `is not known; ${takes}` }
    : { pointer: at, code: 'unknown', detail: `has a member that is not known; ${takes}` };
}

const required = (name: string, at: string): Fault => ({
  pointer: `${at}/${name}`,
  code: 'required',
  detail: 'is missing',
});

/** The rule that failed, of several the one about the type; its `context` names the member's code. */
function fault({ property, constraints = {}, contexts = {} }: ValidationError, at: string): Fault {
  const pointer = `${at}/${property}`;
  const failed = Object.entries(constraints).map(([rule, detail]) => {
    const context = contexts[rule] as { code?: string } | undefined;
    return { pointer, code: context?.code ?? 'format', detail };
  });
  const [first = { pointer, code: 'format', detail: 'is not valid' }] = failed;
  return failed.find(({ code }) => code === 'type') ?? first;
}
