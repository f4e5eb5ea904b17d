import { assertWithin } from '../checks';
import type { Ruleset } from '../ruleset';
import { DEFAULT_RULESET } from '../rulesets';

export interface RewardInput {
  /** Median expected value, USD; null while unknown. */
  readonly evP50Usd: number | null;
  /** Null while unknown: then nothing is taken off. */
  readonly costUsd: number | null;
}

export interface RewardRating {
  /** Integer from 0 to 100; null while the expected value is unknown. */
  readonly score: number | null;
  /** What is left after cost, at least 0, USD. */
  readonly netUsd: number | null;
  readonly known: { readonly evP50Usd: boolean; readonly costUsd: boolean };
}

/**
 * How much there is to gain after cost, by orders of magnitude: 10 USD give 26, 100 give 50, 10 000 give 100.
 *
 * @throws {InvalidInputError} for an amount that is negative or not finite.
 */
export function rateReward({ evP50Usd, costUsd }: RewardInput, ruleset: Ruleset = DEFAULT_RULESET): RewardRating {
  if (evP50Usd !== null) assertWithin('evP50Usd', evP50Usd);
  if (costUsd !== null) assertWithin('costUsd', costUsd);
  const known = { evP50Usd: evP50Usd !== null, costUsd: costUsd !== null };
  if (evP50Usd === null) return { score: null, netUsd: null, known };
  const netUsd = Math.max(0, evP50Usd - (costUsd ?? 0));
  const score = Math.round(100 * Math.min(1, Math.log10(1 + netUsd) / ruleset.ratings.rewardDecades));
  return { score, netUsd, known };
}
