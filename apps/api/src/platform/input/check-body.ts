import type { ProblemMember } from '@droptrack/contracts';
import type { Type } from '@nestjs/common';
import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import { DomainError } from '../errors/domain-error';
import { MEMBER_CHECK, type MemberCheck } from './checked-member.decorator';
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

/** Bodies whose faults are told together with those that only a service knows. */
const open = new WeakMap<object, readonly BodyFault[]>();

/**
 * Reads a body as {@link checkBody} does, but leaves it to {@link faultsLeft} to ask what is wrong with its members.
 *
 * @throws {DomainError} `malformed_json`; `validation_failed` for what is no object.
 */
export function checkBodyLater<T extends object>(bytes: Uint8Array, metatype: Type<T>): T {
  const { dto, faults } = lookAt(readJson(bytes), metatype, '#');
  open.set(dto, faults);
  return dto;
}

/** What was wrong with a body that was read by {@link checkBodyLater}: members that are named here are as they came. */
export const faultsLeft = (dto: object): readonly BodyFault[] => open.get(dto) ?? [];

/**
 * Checks a value as {@link checkBody} checks a whole body.
 *
 * @param at - where it stands in the body: `#/checks/3`.
 * @throws {DomainError} `validation_failed` with one pointer for every member at fault.
 */
export function checkObject<T extends object>(value: unknown, metatype: Type<T>, at = '#'): T {
  const { dto, faults } = lookAt(value, metatype, at);
  if (faults.length > 0) throw bodyRefusal(faults);
  return dto;
}

/** What a body came to, and what is wrong with it so far. */
interface LookedAt<T> {
  /** Members at fault are in it as they came. */
  readonly dto: T;
  readonly faults: readonly BodyFault[];
}

function lookAt<T extends object>(value: unknown, metatype: Type<T>, at: string): LookedAt<T> {
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
    ...invalid.flatMap((error) => faultsOf(error, at)),
  ];
  return { dto, faults };
}

function membersOf(value: unknown, at: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw bodyRefusal([{ pointer: at, code: 'type', detail: 'must be a JSON object' }]);
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

/** What is wrong with one member of a body. */
export type BodyFault = Extract<ProblemMember, { pointer: string }>;

/** The refusal of a body, told by its first fault; all of them are in it, up to twenty. */
export function bodyRefusal(faults: readonly BodyFault[]): DomainError {
  const [first] = faults;
  const named = first === undefined || first.pointer === '#' ? 'The body' : first.pointer.slice('#/'.length);
  const errors = faults.slice(0, FAULTS_MAX);
  return new DomainError('validation_failed', `${named} ${first?.detail ?? 'is invalid'}`, { errors });
}

/** Names worth repeating: what is longer, or no name, may be a value that went to the wrong place. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,30}$/;

function stranger(name: string, known: MemberRules, at: string): BodyFault {
  const takes = `expected one of ${[...known.keys()].join(', ')}`;
  return NAME.test(name)
    ? { pointer: `${at}/${name}`, code: 'unknown', detail: `is unknown; ${takes}` }
    : { pointer: at, code: 'unknown', detail: `contains an unknown property; ${takes}` };
}

const required = (name: string, at: string): BodyFault => ({
  pointer: `${at}/${name}`,
  code: 'required',
  detail: 'is required',
});

/** The rule that failed, of several the one about the type; its `context` names the member's code, or tells all by itself. */
function faultsOf({ property, value, constraints = {}, contexts = {} }: ValidationError, at: string): BodyFault[] {
  const pointer = `${at}/${property}`;
  const own = contexts[MEMBER_CHECK] as { readonly check: MemberCheck } | undefined;
  if (own !== undefined) {
    return own.check(value).map(({ path, code, detail }) => ({ pointer: pointer + path, code, detail }));
  }
  const failed = Object.entries(constraints).map(([rule, detail]) => {
    const context = contexts[rule] as { code?: string } | undefined;
    return { pointer, code: context?.code ?? 'format', detail };
  });
  const [first = { pointer, code: 'format', detail: 'is invalid' }] = failed;
  return [failed.find(({ code }) => code === 'type') ?? first];
}
