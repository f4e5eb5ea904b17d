import type { HypeSignalStatus } from '@droptrack/contracts';
import { assertInstant } from '../checks';
import type { HypeRules, MomentumRule, Ruleset, SignalId } from '../ruleset';
import { DEFAULT_RULESET } from '../rulesets';
import { levelOf, type Measure, measure, type SignalReading } from './measure';

const HOUR_MS = 3_600_000;

/** Status of a signal at an instant. A `suspect` reading is published, but counts as missing. */
type SignalStatus = HypeSignalStatus;

/** Readings of a drop at an instant. */
export interface HypeInput {
  /** Scored instant, milliseconds since the epoch. */
  readonly atMs: number;
  /** Readings by signal. An absent signal is missing; `not_applicable` marks a signal that the drop cannot have. */
  readonly signals: Readonly<Partial<Record<SignalId, SignalReading | 'not_applicable'>>>;
}

/** Contribution of one signal with its intermediate values. Members are null without a reading. */
export interface SignalScore {
  readonly id: SignalId;
  readonly status: SignalStatus;
  readonly value: number | null;
  /** Weight after rescaling; 0 unless the status is `ok` or `stale`. */
  readonly weight: number;
  /** 0 to 1; 0 without a reading. */
  readonly freshness: number;
  /** Mean of the daily values of a count, in the unit of the signal; null where the level is that of `value`. */
  readonly mean: number | null;
  /** 0 to 1. */
  readonly level: number | null;
  /** Distance from the baseline in deviations, before clipping; null without momentum. */
  readonly z: number | null;
  /** 0 to 1; null without momentum. */
  readonly momentum: number | null;
  /** 0 to 1. */
  readonly normalized: number | null;
  /** Points: 100 · weight · freshness · normalized. */
  readonly contribution: number;
}

/** Hype score with its parts. */
export interface HypeScore {
  /** Version of the ruleset. */
  readonly ruleset: string;
  /** Integer from 0 to 100: `exact`, rounded half up. */
  readonly score: number;
  /** Score before rounding: the sum of all contributions and the prior. */
  readonly exact: number;
  /** Share of the weights that rests on readings, 0 to 1. */
  readonly confidence: number;
  /** Points that the prior contributes for the remaining weights. */
  readonly prior: number;
  /**
   * Attention compared with the usual of the drop, an integer from -100 to 100: 0 is its usual level. Null if no signal has
   * momentum, and by a ruleset in which momentum is part of the score.
   */
  readonly momentum: number | null;
  /** All ten signals, in the order of the ruleset. */
  readonly signals: readonly SignalScore[];
}

/**
 * Computes the hype score of a drop at an instant: the weighted mean of its signals, in which missing weight counts as the
 * prior of 25. A failed source therefore lowers the confidence and moves the score towards 25, not towards 0. Signals that
 * the drop cannot have are removed and the other weights rescaled. A jump of a single source counts as missing for a day.
 *
 * Pure: no clock, no I/O. The same readings result in the same score on every machine.
 *
 * @throws {InvalidInputError} for a value that is negative or not finite, or a reading observed after the instant.
 * @see docs/scoring.md, Hype. The form (logarithmic levels, weights) follows the OpenSSF criticality score; weights and
 *   bounds are project decisions.
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
  // Rounding can make the sum of the shares exceed 1.
  const confidence = Math.min(1, covered);
  const prior = (1 - confidence) * rules.prior;
  const exact = points + prior;
  const score = Math.min(100, Math.max(0, Math.floor(exact + 0.5)));
  const momentum = momentumOf(parts, rules);
  return { ruleset: ruleset.version, score, exact, confidence, prior, momentum, signals: parts };
}

/** Figures of a signal that determine the momentum of the drop. */
type MomentumPart = Pick<SignalScore, 'weight' | 'freshness' | 'momentum'>;

/** Momentum of a drop: {@link exactMomentumOf}, rounded half up to an integer. */
export function momentumOf(parts: Iterable<MomentumPart>, rules: HypeRules): number | null {
  const exact = exactMomentumOf(parts, rules);
  return exact === null ? null : Math.floor(exact + 0.5);
}

/**
 * Momentum of a drop before rounding: the weighted mean of the momentum of its signals, from -100 to 100.
 *
 * @returns null if no signal has momentum, and for a ruleset that does not publish it.
 */
export function exactMomentumOf(
  parts: Iterable<MomentumPart>,
  { momentum: { published } }: { readonly momentum: Pick<MomentumRule, 'published'> },
): number | null {
  if (!published) return null;
  let covered = 0;
  let points = 0;
  for (const { weight, freshness, momentum } of parts) {
    if (momentum === null) continue;
    covered += weight * freshness;
    points += weight * freshness * (2 * momentum - 1);
  }
  return covered === 0 ? null : (100 * points) / covered;
}

function absent(id: SignalId, status: 'missing' | 'not_applicable'): SignalScore {
  return {
    id,
    status,
    value: null,
    weight: 0,
    freshness: 0,
    mean: null,
    level: null,
    z: null,
    momentum: null,
    normalized: null,
    contribution: 0,
  };
}

function present(measured: Measure, suspect: boolean, applicable: number): SignalScore {
  const { rule, value, freshness, mean, level, z, momentum, normalized } = measured;
  const weight = suspect ? 0 : rule.weight / applicable;
  return {
    id: rule.id,
    status: suspect ? 'suspect' : freshness < 1 ? 'stale' : 'ok',
    value,
    weight,
    freshness,
    mean,
    level,
    z,
    momentum,
    normalized,
    contribution: 100 * weight * freshness * normalized,
  };
}

/** Detects a jump of a single source in its first 24 hours (docs/scoring.md, Hype). */
function isSuspect(
  { rule, value, z, jumpedAtMs }: Measure,
  measures: readonly (Measure | null)[],
  atMs: number,
  { suspect }: HypeRules,
): boolean {
  if (jumpedAtMs === null || atMs - jumpedAtMs >= suspect.hoursMax * HOUR_MS) return false;
  const { firstDay } = suspect;
  if (z === null && firstDay !== undefined) {
    const levelMin = firstDay.levelShare * levelOf(rule, value);
    return !measures.some(
      (other) =>
        other !== null && firstDay.confirmedBy.includes(other.rule.id) && levelOf(other.rule, other.value) >= levelMin,
    );
  }
  return !measures.some(
    (other) =>
      other !== null && other.z !== null && other.z > suspect.zOfOthersAbove && other.rule.source !== rule.source,
  );
}
