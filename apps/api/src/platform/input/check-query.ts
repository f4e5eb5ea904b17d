import type { Type } from '@nestjs/common';
import { DomainError } from '../errors/domain-error';
import { type QueryFault, QueryRules } from './checked-parameters';

/** Faults told at once: a query made of nothing else must not make a large answer. */
const FAULTS_MAX = 20;

const rules = new WeakMap<Type, QueryRules>();

/**
 * Turns a query string into its DTO. Every fault is reported, not only the first. A parameter that takes several values
 * may come as a comma list, repeated, or both: `status=live,tge` and `status=live&status=tge` are one query.
 *
 * @throws {DomainError} with one member for every parameter at fault.
 */
export function checkQuery<T extends object>(text: string, metatype: Type<T>): T {
  const known = rulesOf(metatype);
  const faults: QueryFault[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, value] of parametersOf(text, known.lists)) {
    if (faults.length >= FAULTS_MAX) break;
    if (!known.names.has(name)) faults.push(unknown(name, known.names));
    else if (Object.hasOwn(values, name)) faults.push(repeated(name));
    else {
      const checked = known.check(name, value);
      values[name] = checked.value;
      if (checked.fault !== null) faults.push(checked.fault);
    }
  }
  const [first] = faults;
  if (first === undefined) return Object.assign(new metatype(), values);
  const errors = faults.map(({ problem: _, ...member }) => member);
  const named = 'parameter' in first ? `${first.parameter} ${first.detail}` : first.detail;
  throw new DomainError(first.problem, named, { errors });
}

/** The parameters in the order of their first occurrence, those of several values as one comma list each. */
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

function unknown(name: string, parameters: ReadonlySet<string>): QueryFault {
  const detail =
    parameters.size === 0
      ? 'is unknown; this route has no parameters'
      : `is unknown; expected one of ${[...parameters].join(', ')}`;
  return { problem: 'unknown_parameter', parameter: name === '' ? '""' : name.slice(0, 64), code: 'unknown', detail };
}

const repeated = (name: string): QueryFault => ({
  problem: 'repeated_parameter',
  parameter: name,
  code: 'repeated',
  detail: 'must occur only once',
});
