import type { ProblemMember } from '@droptrack/contracts';
import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import { DomainError } from '../errors/domain-error';

/** Faults told at once: a query made of nothing else must not make a large answer. */
const FAULTS_MAX = 20;

type QueryProblem = 'unknown_parameter' | 'repeated_parameter' | 'invalid_parameter' | 'invalid_cursor';
type Fault = ProblemMember & { readonly problem: QueryProblem };

/**
 * Turns a query string into its DTO. Every fault is reported, not only the first.
 *
 * @throws {DomainError} with one member for every parameter at fault.
 */
export function checkQuery<T extends object>(text: string, metatype: Type<T>): T {
  const parameters = parametersOf(metatype);
  const faults: Fault[] = [];
  const plain: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    if (faults.length >= FAULTS_MAX) break;
    if (!parameters.has(name)) faults.push(unknown(name, parameters));
    else if (Object.hasOwn(plain, name)) faults.push(repeated(name));
    else plain[name] = value;
  }
  const dto = plainToInstance(metatype, plain);
  faults.push(...validateSync(dto, { forbidUnknownValues: false }).map(invalid));
  const [first] = faults;
  if (first === undefined) return dto;
  const errors = faults.map(({ problem: _, ...member }) => member);
  const named = 'parameter' in first ? `${first.parameter} ${first.detail}` : first.detail;
  throw new DomainError(first.problem, named, { errors });
}

/** The names a DTO validates are the names its route takes. */
function parametersOf(metatype: Type): ReadonlySet<string> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(metatype, '', false, false);
  return new Set(rules.map(({ propertyName }) => propertyName));
}

function unknown(name: string, parameters: ReadonlySet<string>): Fault {
  const detail =
    parameters.size === 0
      ? 'is not known; this route takes none'
      : `is not known; known are ${[...parameters].join(', ')}`;
  return { problem: 'unknown_parameter', parameter: name === '' ? '""' : name.slice(0, 64), code: 'unknown', detail };
}

const repeated = (name: string): Fault => ({
  problem: 'repeated_parameter',
  parameter: name,
  code: 'repeated',
  detail: 'must be given once; several values go into one comma list where the parameter takes several',
});

/** The first rule that failed; its `context` names the member's code. */
function invalid({ property, constraints = {}, contexts = {} }: ValidationError): Fault {
  const [rule = '', detail = 'is not valid'] = Object.entries(constraints)[0] ?? [];
  const context = contexts[rule] as { code?: string } | undefined;
  return {
    problem: property === 'cursor' ? 'invalid_cursor' : 'invalid_parameter',
    parameter: property,
    code: context?.code ?? 'format',
    detail,
  };
}
