import type { Type } from '@nestjs/common';
import { DomainError } from '../errors/domain-error';
import { type QueryViolation, QueryRules } from './checked-parameters';

/** Most violations in a response, which bounds its size. */
const VIOLATIONS_MAX = 20;

const rules = new WeakMap<Type, QueryRules>();

/**
 * Parses and validates a query string. All violations are reported. A parameter with several values can be a comma list,
 * repeated, or both: `status=live,tge` and `status=live&status=tge` are equal.
 *
 * @throws {DomainError} with one entry per invalid parameter.
 */
export function checkQuery<T extends object>(text: string, metatype: Type<T>): T {
  const known = rulesOf(metatype);
  const violations: QueryViolation[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, value] of parametersOf(text, known.lists)) {
    if (violations.length >= VIOLATIONS_MAX) break;
    if (!known.names.has(name)) violations.push(unknown(name, known.names));
    else if (Object.hasOwn(values, name)) violations.push(repeated(name));
    else {
      const checked = known.check(name, value);
      values[name] = checked.value;
      if (checked.violation !== null) violations.push(checked.violation);
    }
  }
  const [first] = violations;
  if (first === undefined) return Object.assign(new metatype(), values);
  const errors = violations.map(({ problem: _, ...member }) => member);
  const named = 'parameter' in first ? `${first.parameter} ${first.detail}` : first.detail;
  throw new DomainError(first.problem, named, { errors });
}

/** Parameters in the order of their first occurrence; those with several values as one comma list each. */
function* parametersOf(text: string, lists: ReadonlySet<string>): Generator<readonly [name: string, value: string]> {
  const parameters = new URLSearchParams(text);
  const given = new Set<string>();
  for (const [name, value] of parameters) {
    if (!lists.has(name)) yield [name, value];
    else if (!given.has(name)) yield [name, parameters.getAll(name).join(',')];
    given.add(name);
  }
}

function rulesOf(metatype: Type): QueryRules {
  let known = rules.get(metatype);
  if (known === undefined) {
    known = new QueryRules(metatype);
    rules.set(metatype, known);
  }
  return known;
}

function unknown(name: string, parameters: ReadonlySet<string>): QueryViolation {
  const detail =
    parameters.size === 0
      ? 'is unknown; this route has no parameters'
      : `is unknown; expected one of ${[...parameters].join(', ')}`;
  return { problem: 'unknown_parameter', parameter: name === '' ? '""' : name.slice(0, 64), code: 'unknown', detail };
}

const repeated = (name: string): QueryViolation => ({
  problem: 'repeated_parameter',
  parameter: name,
  code: 'repeated',
  detail: 'must occur only once',
});
