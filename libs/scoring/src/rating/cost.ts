import { assertWithin, InvalidInputError } from '../checks';
import { roundToCents } from '../money';
import type { Ruleset } from '../ruleset';
import { DEFAULT_RULESET } from '../rulesets';

const DAYS_PER_YEAR = 365;

/** Inputs of the cost of participation, in USD; null while unknown. */
export interface CostInput {
  /** Gas of the required transactions. */
  readonly gasUsd: number | null;
  /** Bridge and swap fees. */
  readonly feesUsd: number | null;
  /** Capital that is locked for `days`. It is returned, so only the cost of capital counts. */
  readonly capitalUsd: number | null;
  readonly days: number | null;
  readonly subscriptionsUsd: number | null;
}

/** Terms of the cost in USD. Null while unknown: then the term is not part of the sum. */
type CostParts = Readonly<Record<'gas' | 'fees' | 'capital' | 'subscriptions', number | null>>;

/** Cost of participation with its terms. */
export interface Cost {
  /** USD, rounded to cents; null when no term is known. */
  readonly usd: number | null;
  readonly parts: CostParts;
}

/**
 * Computes the cost of participation. The principal is not a cost; locking it costs 5 % per year.
 *
 * @throws {InvalidInputError} for an amount that is negative or not finite, or a sum that exceeds the range of numbers.
 */
export function costUsd(input: CostInput, ruleset: Ruleset = DEFAULT_RULESET): Cost {
  for (const [name, value] of Object.entries(input)) if (value !== null) assertWithin(name, value);
  const parts: CostParts = {
    gas: input.gasUsd,
    fees: input.feesUsd,
    capital: capitalCost(input, ruleset.ratings.capitalCostPerYear),
    subscriptions: input.subscriptionsUsd,
  };
  const known = [parts.gas, parts.fees, parts.capital, parts.subscriptions].filter((usd) => usd !== null);
  if (known.length === 0) return { usd: null, parts };
  const usd = known.reduce((sum, term) => sum + term, 0);
  if (!Number.isFinite(usd)) throw new InvalidInputError('cost', 'exceeds the range of numbers');
  return { usd: roundToCents(usd), parts };
}

/** The cost is 0 without capital or without time, even while the other is unknown. */
function capitalCost({ capitalUsd, days }: CostInput, perYear: number): number | null {
  if (capitalUsd === 0 || days === 0) return 0;
  return capitalUsd === null || days === null ? null : (capitalUsd * perYear * days) / DAYS_PER_YEAR;
}
