import type { ProblemMember } from '@droptrack/contracts';
import type { Type } from '@nestjs/common';
import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import { DomainError } from '../errors/domain-error';

/** Faults told at once: a body made of nothing else must not make a large answer. */
const FAULTS_MAX = 20;

/**
 * Reads a JSON object whose members are those of the DTO. Of a member that comes twice the last counts. Every
 * fault is told, not only the first; what came is in no message: it may be what must not be kept.
 *
 * @throws {DomainError} `malformed_json`; `validation_failed` with one pointer for every member at fault.
 */
export function checkBody<T extends object>(bytes: Uint8Array, metatype: Type<T>): T {
  const members = membersOf(parse(bytes));
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
    ...strangers.map((name) => stranger(name, known)),
    ...[...absent].map(required),
    ...invalid.map(fault),
  ];
  if (faults.length > 0) throw refusal(faults);
  return dto;
}

function parse(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw malformed('The body is empty; send one JSON object');
  try {
    // A byte order mark is no part of JSON (RFC 8259 §8.1), and neither are bytes that are no UTF-8.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    // The parser's own message quotes the body.
    throw malformed('The body is not JSON in UTF-8; send one JSON object');
  }
}

const malformed = (message: string): DomainError => new DomainError('malformed_json', message);

function membersOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw refusal([{ pointer: '#', code: 'type', detail: 'must be a JSON object' }]);
}

/** The names a DTO validates are the members its route takes; each with whether it may be left out. */
function rulesOf(metatype: Type): ReadonlyMap<string, boolean> {
  const known = new Map<string, boolean>();
  for (const { propertyName, type } of getMetadataStorage().getTargetValidationMetadatas(metatype, '', false, false)) {
    known.set(propertyName, known.get(propertyName) === true || type === 'conditionalValidation');
  }
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

function stranger(name: string, known: ReadonlyMap<string, boolean>): Fault {
  const takes = `known are ${[...known.keys()].join(', ')}`;
  return NAME.test(name)
    ? { pointer: `#/${name}`, code: 'unknown', detail: `is not known; ${takes}` }
    : { pointer: '#', code: 'unknown', detail: `has a member that is not known; ${takes}` };
}

const required = (name: string): Fault => ({ pointer: `#/${name}`, code: 'required', detail: 'is missing' });

/** The rule that failed, of several the one about the type; its `context` names the member's code. */
function fault({ property, constraints = {}, contexts = {} }: ValidationError): Fault {
  const failed = Object.entries(constraints).map(([rule, detail]) => {
    const context = contexts[rule] as { code?: string } | undefined;
    return { pointer: `#/${property}`, code: context?.code ?? 'format', detail };
  });
  const [first = { pointer: `#/${property}`, code: 'format', detail: 'is not valid' }] = failed;
  return failed.find(({ code }) => code === 'type') ?? first;
}
