import { calendarProximity, type HypeScore, rateReward, scoreHype } from '@droptrack/scoring';
import type { DropDefinition } from '../definition';
import type { DropBody } from '../revision';
import { dropStatusAt } from './drop-status';
import { deriveCost, deriveDifficulty, deriveExpectedValue, deriveLegit } from './figures';
import { certainStarts } from './moves';

/**
 * A drop as the service shows it at an instant, from its definition alone.
 *
 * Deterministic: the same definition and instant give the same body, with its
 * keys in the contract's order.
 *
 * @param atMs - milliseconds since the epoch.
 * @throws {InvalidInputError} when a fact of the definition is outside its range.
 */
export function deriveDrop(definition: DropDefinition, atMs: number): DropBody {
  const expected = deriveExpectedValue(definition);
  const cost = deriveCost(definition);
  return {
    id: definition.id,
    name: definition.name,
    chain: definition.chain.value,
    status: dropStatusAt(definition, atMs),
    hype_score: hypeOfCalendar(definition, atMs).score,
    // Without readings there is no past to compare with.
    hype_delta_7d: 0,
    rating: {
      reward: rateReward({ evP50Usd: expected.p50, costUsd: cost.usd }).score,
      legit: deriveLegit(definition, atMs).score,
      difficulty: deriveDifficulty(definition).score,
    },
    ev_usd: { p50: expected.p50, p10: expected.p10, p90: expected.p90 },
    snapshot: {
      block: definition.snapshot.block?.value ?? null,
      date: definition.snapshot.date?.value ?? null,
    },
    cost_usd: cost.usd,
  };
}

/**
 * Hype score of a drop before anything was read about it: its calendar is known,
 * all other signals are missing.
 *
 * None is `not_applicable` yet, whatever sources the definition names. A source
 * that is not named may be one that nobody has looked up, and taking nine signals
 * out would leave the calendar as the whole score: 0 for a drop that nothing is
 * known about, where the rules want a quiet 24 (scoring rules §1, laws).
 */
function hypeOfCalendar({ events }: DropDefinition, atMs: number): HypeScore {
  const value = calendarProximity(certainStarts(events), atMs);
  return scoreHype({ atMs, signals: { calendar_proximity: { value, observedAtMs: atMs, dayValues: [] } } });
}
