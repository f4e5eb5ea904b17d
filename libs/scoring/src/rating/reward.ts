import { assertWithin } from '../checks';
import type { Ruleset } from '../ruleset';
import { DEFAULT_RULESET } from '../rulesets';

/** Inputs of the reward rating. */
interface RewardInput {
  /** Median expected value, USD; null while unknown. */
  readonly evP50Usd: number | null;
  /** Cost of participation, USD. Null while unknown: then it counts as 0. */
  readonly costUsd: number | null;
}

/** Reward rating with its inputs. */
interface RewardRating {
  /** Integer from 0 to 100; null while the expected value is unknown. */
  readonly score: number | null;
  /** Expected value minus cost, at least 0, USD. */
  readonly netUsd: number | null;
  readonly known: { readonly evP50Usd: boolean; readonly costUsd: boolean };
}

/**
 * Computes the reward rating: the expected value after cost on a logarithmic scale. 10 USD rate 26, 100 USD 50, 10 000 USD
 * 100.
 *
 * @throws {InvalidInputError} for an amount that is negative or not finite.
 * @see docs/scoring.md, Reward
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
