import type { ProblemMember } from '@droptrack/contracts';
import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import { LRUCache } from 'lru-cache';

type QueryProblem = 'unknown_parameter' | 'repeated_parameter' | 'invalid_parameter';

/** What is wrong with a parameter, and which problem that makes of the whole query. */
export type QueryFault = ProblemMember & { readonly problem: QueryProblem };

/** What the text of one parameter comes to. */
interface Checked {
  readonly value: unknown;
  readonly fault: QueryFault | null;
}

/** Texts of single parameters that are remembered; longer ones, such as cursors, come once. */
const REMEMBERED = { most: 4_000, lengthMax: 48 } as const;

/**
 * The rules of a query's DTO, parameter by parameter: no rule looks at two of them. So each text of
 * each parameter is checked once, and a query that nobody has asked before costs a few look-ups.
 */
export class QueryRules {
  /** The names a DTO validates are the names its route takes. */
  readonly names: ReadonlySet<string>;
  /** Those of them that take several values. */
  readonly lists: ReadonlySet<string>;
  readonly #checked = new LRUCache<string, Checked>({ max: REMEMBERED.most });

  /** @throws {Error} for a DTO with a parameter that must be given: there is no such query. */
  constructor(private readonly metatype: Type) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(metatype, '', false, false);
    this.names = new Set(rules.map(({ propertyName }) => propertyName));
    this.lists = new Set(rules.filter(({ each }) => each).map(({ propertyName }) => propertyName));
    const [missing] = validateSync(new metatype() as object, { forbidUnknownValues: false });
    if (missing !== undefined) throw new Error(`${metatype.name}: ${missing.property} must be optional`);
  }

  check(name: string, text: string): Checked {
    // Each is another, and whoever knows its list looks at all of it, the length that its rule names included.
    if (name === 'cursor') return { value: text, fault: null };
    if (text.length > REMEMBERED.lengthMax) return this.#check(name, text);
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
    // Many queries share it.
    return { value: Object.freeze(dto[name]), fault: error === undefined ? null : invalid(error) };
  }
}

/** The first rule that failed; its `context` names the member's code. */
function invalid({ property, constraints = {}, contexts = {} }: ValidationError): QueryFault {
  const [rule = '', detail = 'is invalid'] = Object.entries(constraints)[0] ?? [];
  const context = contexts[rule] as { code?: string } | undefined;
  return {
    problem: 'invalid_parameter',
    parameter: property,
    code: context?.code ?? 'format',
    detail,
  };
}
