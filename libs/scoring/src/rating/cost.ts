import { assertWithin } from '../checks';
import { InvalidInputError } from '../errors';
import { roundToCents } from '../money';
import type { Ruleset } from '../ruleset';
import { DEFAULT_RULESET } from '../rulesets';

const DAYS_PER_YEAR = 365;

/** What taking part takes; amounts in USD, null where unknown. */
export interface CostInput {
  /** Gas of the required transactions. */
  readonly gasUsd: number | null;
  /** Bridge and swap fees. */
  readonly feesUsd: number | null;
  /** Capital that is bound, for `days`; comes back, so only its use costs. */
  readonly capitalUsd: number | null;
  readonly days: number | null;
  readonly subscriptionsUsd: number | null;
}

/** One term of the cost, USD; null while unknown, and then left out of the sum. */
export type CostParts = Readonly<Record<'gas' | 'fees' | 'capital' | 'subscriptions', number | null>>;

export interface Cost {
  /** USD, rounded to cents; null when no term is known. */
  readonly usd: number | null;
  readonly parts: CostParts;
}

/**
 * What taking part costs. The principal is not a cost; five per cent a year for binding it is.
 *
 * @throws {InvalidInputError} for an amount that is negative or not finite, or a sum beyond any number.
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
  if (!Number.isFinite(usd)) throw new InvalidInputError('cost', 'is beyond any number');
  return { usd: roundToCents(usd), parts };
}

/** No capital costs nothing for however long, and any capital nothing for no time. */
function capitalCost({ capitalUsd, days }: CostInput, perYear: number): number | null {
  if (capitalUsd === 0 || days === 0) return 0;
  return capitalUsd === null || days === null ? null : (capitalUsd * perYear * days) / DAYS_PER_YEAR;
}
