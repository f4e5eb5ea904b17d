import {
  calendarProximity,
  DEFAULT_RULESET,
  hypeConfidence,
  type HypeScore,
  type Ruleset,
  scoreHype,
  type SignalId,
  type SignalReading,
} from '@droptrack/scoring';
import type { DropDefinition } from '../definition';
import { certainStarts } from './calendar-event';
import { chainFamily } from '../chain-family';

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

/** Hype of a drop as it is published. */
export interface PublishedHype {
  /** Integer, 0 to 100; null while `confidence` is 0. */
  readonly score: number | null;
  /** Change over 7 days, in points; null while `confidence` is 0, and without a measured score 7 days before. */
  readonly delta7d: number | null;
  /**
   * Share of the score that rests on readings, 0 to 1; null while unknown. It has two decimals, so that readings which only
   * grow older seldom cause a revision.
   */
  readonly confidence: number | null;
}

/** Hype of a drop of which no source has a reading. */
export const UNMEASURED_HYPE: PublishedHype = { score: null, delta7d: null, confidence: 0 };

/** Published hype of a score and its change over 7 days. */
export function publishedHype(score: HypeScore, delta7d: number | null): PublishedHype {
  const confidence = Math.round(100 * hypeConfidence(score)) / 100;
  return confidence === 0 ? UNMEASURED_HYPE : { score: score.score, delta7d, confidence };
}

/**
 * Returns the signals that do not apply to a drop: those of sources that its definition excludes
 * (`sources: { github: false }`), and those of EVM chains for a drop on another chain.
 *
 * A source that is absent from the definition is not excluded, because it may not have been researched yet. Excluding all
 * unknown sources would make the calendar the whole score.
 */
export function signalsNotApplicable(
  { sources, chain }: DropDefinition,
  { hype }: Ruleset = DEFAULT_RULESET,
): ReadonlySet<SignalId> {
  const family = chainFamily(chain.value);
  const hasNoEvm = family !== null && family !== 'evm' && sources['evm'] === undefined;
  const ruledOut = hype.signals.filter(({ source }) => sources[source] === false || (source === 'evm' && hasNoEvm));
  return new Set(ruledOut.map(({ id }) => id));
}
