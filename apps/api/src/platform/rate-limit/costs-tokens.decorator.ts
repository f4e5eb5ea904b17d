import type { CatalogueView } from '@droptrack/catalogue';
import type { Plan } from '@droptrack/contracts';
import { SetMetadata } from '@nestjs/common';

export const TOKENS = Symbol('tokens');

/** Facts that determine the cost of a request beside its body. */
interface CostFacts {
  readonly plan: Plan;
  /** Current view of the plan; null while none can be served. */
  readonly view: CatalogueView | null;
}

/**
 * Counts the tokens that a request costs, from its raw body.
 *
 * @returns a positive integer for every body, as it has not been validated yet.
 */
export type CountTokens = (body: Uint8Array, facts: CostFacts) => number;

/** Route whose requests cost a variable number of tokens. A request is rejected unless the bucket has all of them. */
export const CostsTokens = (count: CountTokens): MethodDecorator => SetMetadata(TOKENS, count);
