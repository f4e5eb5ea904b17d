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

/** What was read about a drop up to an instant; a signal that is not here has no reading. */
export type KnownSignals = Readonly<Partial<Record<SignalId, SignalReading>>>;

/**
 * Hype score of a drop at an instant, from its readings and its calendar (which is always known).
 *
 * @param atMs - milliseconds since the epoch.
 * @throws {InvalidInputError} for readings that are no readings (scoring rules §1).
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
