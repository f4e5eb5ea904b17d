import {
  calendarProximity,
  DEFAULT_RULESET,
  type HypeScore,
  type Ruleset,
  scoreHype,
  type SignalId,
  type SignalReading,
} from '@droptrack/scoring';
import type { DropDefinition } from '../definition';
import { signalsNotApplicable } from './applicability';
import { certainStarts } from './moves';

/** Readings of a drop up to an instant; an absent signal has no reading. */
export type KnownSignals = Readonly<Partial<Record<SignalId, SignalReading>>>;

/**
 * Computes the hype score of a drop at an instant from its readings and its calendar, which is always known.
 *
 * @param atMs - milliseconds since the epoch.
 * @throws {InvalidInputError} for invalid readings.
 * @see docs/scoring.md, Hype
 */
export function deriveHype(
  definition: DropDefinition,
  known: KnownSignals,
  atMs: number,
  ruleset: Ruleset = DEFAULT_RULESET,
): HypeScore {
  const signals: Partial<Record<SignalId, SignalReading | 'not_applicable'>> = { ...known };
  for (const id of signalsNotApplicable(definition, ruleset)) signals[id] = 'not_applicable';
  const value = calendarProximity(certainStarts(definition.events), atMs, ruleset);
  signals.calendar_proximity = { value, observedAtMs: atMs, dayValues: [] };
  return scoreHype({ atMs, signals }, ruleset);
}
