import { HYPE_SIGNAL_STATUSES, type HypeSignalStatus } from '@droptrack/contracts';
import { assertInstant } from '../checks';
import type { HypeRules, Ruleset, SignalId } from '../ruleset';
import { DEFAULT_RULESET } from '../rulesets';
import { type Measure, measure, type SignalReading } from './measure';

const HOUR_MS = 3_600_000;

/** How a signal stands at an instant. `suspect` is read and shown, but counts as missing. */
export const SIGNAL_STATUSES = HYPE_SIGNAL_STATUSES;
export type SignalStatus = HypeSignalStatus;

/** What is known of a drop at an instant. */
export interface HypeInput {
  /** The instant scored, in milliseconds since the epoch. */
  readonly atMs: number;
  /** A signal that is not here is missing; `not_applicable` is one that the drop cannot have. */
  readonly signals: Readonly<Partial<Record<SignalId, SignalReading | 'not_applicable'>>>;
}

/** What one signal adds, and how that came about. Null members where there is no reading. */
export interface SignalScore {
  readonly id: SignalId;
  readonly status: SignalStatus;
  readonly value: number | null;
  /** In force: after rescaling, and 0 for all but `ok` and `stale`. */
  readonly weight: number;
  /** 0..1; 0 without a reading. */
  readonly freshness: number;
  /** 0..1 */
  readonly level: number | null;
  /** Deviations from what is usual, before clipping; null without momentum. */
  readonly z: number | null;
  /** 0..1; null without momentum. */
  readonly momentum: number | null;
  /** 0..1 */
  readonly normalized: number | null;
  /** Points: 100 · weight · freshness · normalized. */
  readonly contribution: number;
}

export interface HypeScore {
  /** Version of the ruleset. */
  readonly ruleset: string;
  /** Integer from 0 to 100: `exact`, rounded half up. */
  readonly score: number;
  /** Points before rounding: all contributions and the prior. */
  readonly exact: number;
  /** How much of the weight has fresh readings, 0..1. */
  readonly confidence: number;
  /** Points for the weight that has none. */
  readonly prior: number;
  /** All ten signals, in the ruleset's order. */
  readonly signals: readonly SignalScore[];
}

/**
 * Scores how much attention a drop has at an instant.
 *
 * A weighted mean of what is known, drawn towards a quiet 25 by what is not: a
 * source that fails costs confidence, never points of its own. Signals that a
 * drop cannot have are taken out and the rest rescaled. A jump of one source
 * alone is held back for a day. Nothing known gives 25.
 *
 * Pure: no clock, no I/O; the same readings give the same score on any machine.
 *
 * @throws {InvalidInputError} for a value that is negative or not finite, a reading
 *   from after the instant, or more day values than the baseline has days.
 * @see scoring rules §1. Form after the OpenSSF criticality score (log levels,
 *   weights, what is missing leaves both sums); weights and bounds are our own.
 */
export function scoreHype({ atMs, signals }: HypeInput, ruleset: Ruleset = DEFAULT_RULESET): HypeScore {
  assertInstant('atMs', atMs);
  const rules = ruleset.hype;
  let applicable = 0;
  const measures: (Measure | null)[] = [];
  for (const rule of rules.signals) {
    const input = signals[rule.id];
    if (input !== 'not_applicable') applicable += rule.weight;
    measures.push(typeof input === 'object' ? measure(rule, input, atMs, rules) : null);
  }

  let covered = 0;
  let points = 0;
  const parts = rules.signals.map(({ id }, index) => {
    const measured = measures[index] ?? null;
    if (measured === null) return absent(id, signals[id] === 'not_applicable' ? 'not_applicable' : 'missing');
    const part = present(measured, isSuspect(measured, measures, atMs, rules), applicable);
    covered += part.weight * part.freshness;
    points += part.contribution;
    return part;
  });
  // Shares that sum to 1 may sum to a hair more in doubles.
  const confidence = Math.min(1, covered);
  const prior = (1 - confidence) * rules.prior;
  const exact = points + prior;
  const score = Math.min(100, Math.max(0, Math.floor(exact + 0.5)));
  return { ruleset: ruleset.version, score, exact, confidence, prior, signals: parts };
}

function absent(id: SignalId, status: 'missing' | 'not_applicable'): SignalScore {
  return {
    id,
    status,
    value: null,
    weight: 0,
    freshness: 0,
    level: null,
    z: null,
    momentum: null,
    normalized: null,
    contribution: 0,
  };
}

function present(measured: Measure, suspect: boolean, applicable: number): SignalScore {
  const { rule, value, freshness, level, z, momentum, normalized } = measured;
  const weight = suspect ? 0 : rule.weight / applicable;
  return {
    id: rule.id,
    status: suspect ? 'suspect' : freshness < 1 ? 'stale' : 'ok',
    value,
    weight,
    freshness,
    level,
    z,
    momentum,
    normalized,
    contribution: 100 * weight * freshness * normalized,
  };
}

/** A jump that no other source shares, until it has stayed for a day (scoring rules §1). */
function isSuspect(
  { rule, jumpedAtMs }: Measure,
  measures: readonly (Measure | null)[],
  atMs: number,
  { suspect }: HypeRules,
): boolean {
  if (jumpedAtMs === null || atMs - jumpedAtMs >= suspect.hoursMax * HOUR_MS) return false;
  return !measures.some(
    (other) =>
      other !== null && other.z !== null && other.z > suspect.zOfOthersAbove && other.rule.source !== rule.source,
  );
}
