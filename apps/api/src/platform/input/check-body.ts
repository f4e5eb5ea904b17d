import type { ProblemMember } from '@droptrack/contracts';
import type { Type } from '@nestjs/common';
import { type ValidationError, validateSync } from 'class-validator';
import { DomainError } from '../errors/domain-error';
import { MEMBER_CHECK, type MemberCheck } from './checked-member.decorator';
import { readJson } from './json-body';
import { areValid, type MemberRules, rulesOf } from './member-rules';

/** Most violations in a response, which bounds its size. */
const VIOLATIONS_MAX = 20;

/**
 * Parses and validates a JSON object with the members of the DTO. The last of repeated members counts. All violations are
 * reported. Messages never contain values, which may be secrets or wallets.
 *
 * @throws {DomainError} `malformed_json`; `validation_failed` with one pointer per invalid member.
 */
export function checkBody<T extends object>(bytes: Uint8Array, metatype: Type<T>): T {
  return checkObject(readJson(bytes), metatype);
}

/** Violations of bodies whose service reports them together with its own. */
const open = new WeakMap<object, readonly BodyViolation[]>();

/**
 * Reads a body like {@link checkBody}, but does not throw for invalid members: {@link violationsOf} returns them.
 *
 * @throws {DomainError} `malformed_json`; `validation_failed` for a body that is not an object.
 */
export function checkBodyLater<T extends object>(bytes: Uint8Array, metatype: Type<T>): T {
  const { dto, violations } = validate(readJson(bytes), metatype, '#');
  open.set(dto, violations);
  return dto;
}

/** Violations of a body read by {@link checkBodyLater}. Invalid members have the values that the client sent. */
export const violationsOf = (dto: object): readonly BodyViolation[] => open.get(dto) ?? [];

/**
 * Validates a parsed value like {@link checkBody}.
 *
 * @param at - JSON pointer of the value in the body, such as `#/checks/3`.
 * @throws {DomainError} `validation_failed` with one pointer per invalid member.
 */
export function checkObject<T extends object>(value: unknown, metatype: Type<T>, at = '#'): T {
  const { dto, violations } = validate(value, metatype, at);
  if (violations.length > 0) throw bodyRejection(violations);
  return dto;
}

/** A DTO with its violations. */
interface Validated<T> {
  /** Invalid members have the values that the client sent. */
  readonly dto: T;
  readonly violations: readonly BodyViolation[];
}

function validate<T extends object>(value: unknown, metatype: Type<T>, at: string): Validated<T> {
  const members = membersOf(value, at);
  const known = rulesOf(metatype);
  // Members are copied one by one: a library that recurses into them could overflow the stack on deeply nested values.
  const dto = new metatype();
  for (const name of known.keys()) {
    if (Object.hasOwn(members, name)) Object.assign(dto, { [name]: members[name] });
  }
  if (areValid(members, known)) return { dto, violations: [] };
  const unknownNames = Object.keys(members).filter((name) => !known.has(name));
  const missing = [...known].filter(([name, { isOptional }]) => !isOptional && !Object.hasOwn(members, name));
  const absent = new Set(missing.map(([name]) => name));
  const invalid = validateSync(dto, { forbidUnknownValues: false }).filter(({ property }) => !absent.has(property));
  const violations = [
    ...unknownNames.map((name) => unknownMember(name, known, at)),
    ...[...absent].map((name) => required(name, at)),
    ...invalid.flatMap((error) => memberViolations(error, at)),
  ];
  return { dto, violations };
}

function membersOf(value: unknown, at: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw bodyRejection([{ pointer: at, code: 'type', detail: 'must be a JSON object' }]);
}

/** Violation of one member of a body. */
export type BodyViolation = Extract<ProblemMember, { pointer: string }>;

/** Rejection of a body. Its message names the first violation; it contains up to twenty. */
export function bodyRejection(violations: readonly BodyViolation[]): DomainError {
  const [first] = violations;
  const named = first === undefined || first.pointer === '#' ? 'The body' : first.pointer.slice('#/'.length);
  const errors = violations.slice(0, VIOLATIONS_MAX);
  return new DomainError('validation_failed', `${named} ${first?.detail ?? 'is invalid'}`, { errors });
}

/** Unknown names that messages repeat; longer or other names may be secrets in the wrong position. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,30}$/;

function unknownMember(name: string, known: MemberRules, at: string): BodyViolation {
  const takes = `expected one of ${[...known.keys()].join(', ')}`;
  return NAME.test(name)
    ? { pointer: `${at}/${name}`, code: 'unknown', detail: `is unknown; ${takes}` }
    : { pointer: at, code: 'unknown', detail: `contains an unknown property; ${takes}` };
}

const required = (name: string, at: string): BodyViolation => ({
  pointer: `${at}/${name}`,
  code: 'required',
  detail: 'is required',
});

/** The failed rule, preferably that of the type. The rule's `context` contains the code, or a check with violations of its own. */
function memberViolations(
  { property, value, constraints = {}, contexts = {} }: ValidationError,
  at: string,
): BodyViolation[] {
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
