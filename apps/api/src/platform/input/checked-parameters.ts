import type { ProblemMember } from '@droptrack/contracts';
import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import { LRUCache } from 'lru-cache';

type QueryProblem = 'unknown_parameter' | 'repeated_parameter' | 'invalid_parameter';

/** Violation of a parameter, with the code of the problem that rejects the query. */
export type QueryViolation = ProblemMember & { readonly problem: QueryProblem };

/** Result of checking one parameter. */
interface Checked {
  readonly value: unknown;
  readonly violation: QueryViolation | null;
}

/** Limits of the cache of checked parameters; longer texts are rarely repeated. */
const CACHE_LIMITS = { most: 4_000, lengthMax: 48 } as const;

/**
 * Rules of the DTO of a query. No rule depends on two parameters, so the result per parameter and text is cached, and a new
 * combination of known parameters costs only look-ups.
 */
export class QueryRules {
  /** Parameters that the DTO validates; a route accepts no others. */
  readonly names: ReadonlySet<string>;
  /** Parameters with several values. */
  readonly lists: ReadonlySet<string>;
  readonly #checked = new LRUCache<string, Checked>({ max: CACHE_LIMITS.most });

  /** @throws {Error} for a DTO with a required parameter: queries have none. */
  constructor(private readonly metatype: Type) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(metatype, '', false, false);
    this.names = new Set(rules.map(({ propertyName }) => propertyName));
    this.lists = new Set(rules.filter(({ each }) => each).map(({ propertyName }) => propertyName));
    const [missing] = validateSync(new metatype() as object, { forbidUnknownValues: false });
    if (missing !== undefined) throw new Error(`${metatype.name}: ${missing.property} must be optional`);
  }

  check(name: string, text: string): Checked {
    // Cursors are rarely repeated, and are validated completely against their list.
    if (name === 'cursor') return { value: text, violation: null };
    if (text.length > CACHE_LIMITS.lengthMax) return this.#check(name, text);
    const key = `${name}=${text}`;
    let checked = this.#checked.get(key);
    if (checked === undefined) {
      checked = this.#check(name, text);
      this.#checked.set(key, checked);
    }
    return checked;
  }

  #check(name: string, text: string): Checked {
    const dto = plainToInstance(this.metatype, { [name]: text }) as Record<string, unknown>;
    const [error] = validateSync(dto, { forbidUnknownValues: false });
    // Queries share the cached value.
    return { value: Object.freeze(dto[name]), violation: error === undefined ? null : invalid(error) };
  }
}

/** Violation of the first failed rule, whose `context` contains the code. */
function invalid({ property, constraints = {}, contexts = {} }: ValidationError): QueryViolation {
  const [rule = '', detail = 'is invalid'] = Object.entries(constraints)[0] ?? [];
  const context = contexts[rule] as { code?: string } | undefined;
  return {
    problem: 'invalid_parameter',
    parameter: property,
    code: context?.code ?? 'format',
    detail,
  };
}
