import { assertInstant, assertWithin, InvalidInputError } from '../checks';
import type { HypeRules, SignalRule } from '../ruleset';
import { baselineOf, zOf } from './baseline';
import { meanOf } from './mean';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** One value of a signal with its observation time. */
export interface Reading {
  /** Value in the unit of the signal, 0 or above. A fraction above 1 counts as 1. */
  readonly value: number;
  /** Milliseconds since the epoch. */
  readonly observedAtMs: number;
}

/** Latest reading of a signal, with the past that it is compared with. */
export interface SignalReading extends Reading {
  /**
   * Last value of each UTC day before the day of the scored instant, latest first: index 0 is the day before. Null for a day
   * without a reading. Momentum uses the first 28, the mean of a count the first 56; further days are ignored.
   */
  readonly dayValues: readonly (number | null)[];
  /**
   * Older readings of the last 24 hours and the last reading before them, in any order. They determine how long a jump has
   * lasted. Without them a jump starts at the latest reading.
   */
  readonly earlier?: readonly Reading[];
}

/** Reading evaluated by the rule of its signal. */
export interface Measure {
  readonly rule: SignalRule;
  readonly value: number;
  /** 1 while fresh, then falling to the minimum of the ruleset. */
  readonly freshness: number;
  /** Mean of the daily values, in the unit of the signal; null for a signal whose latest value determines the level. */
  readonly mean: number | null;
  /** Mean or value relative to saturation, 0 to 1. */
  readonly level: number;
  /** Distance from the baseline in deviations, before clipping; null without momentum. */
  readonly z: number | null;
  /** Normal distribution function of the clipped z, 0 to 1; null without momentum. */
  readonly momentum: number | null;
  /** Sub-score, 0 to 1. */
  readonly normalized: number;
  /** Start of the jump that the reading belongs to, milliseconds since the epoch; null without a jump. A jump without z is a high first level. */
  readonly jumpedAtMs: number | null;
}

/**
 * Evaluates a reading at an instant.
 *
 * @returns null for a reading that is too old and counts as missing.
 * @throws {InvalidInputError} for a value that is negative or not finite, or a reading observed after the instant.
 */
export function measure(rule: SignalRule, reading: SignalReading, atMs: number, rules: HypeRules): Measure | null {
  assertReading(rule.id, reading, atMs);
  const freshness = freshnessOf(rule, (atMs - reading.observedAtMs) / HOUR_MS);
  if (freshness < rules.freshnessMin) return null;

  const { value, dayValues } = reading;
  assertDayValues(rule.id, dayValues);
  const mean = meanAt(rule, reading, atMs, rules);
  const level = levelOf(rule, mean ?? value);
  const baseline = rule.momentum ? baselineOf(dayValues, rules.momentum) : null;
  if (baseline === null) {
    const jumpedAtMs = firstJump(rule, reading, atMs, rules);
    return { rule, value, freshness, mean, level, z: null, momentum: null, normalized: level, jumpedAtMs };
  }
  const { share, zClip } = rules.momentum;
  const z = zOf(value, baseline);
  const momentum = normalCdf(Math.min(Math.max(z, -zClip), zClip));
  const normalized = (1 - share) * level + share * momentum;
  const { zAbove } = rules.suspect;
  const jumpedAtMs = z > zAbove ? jumpStart(rule.id, reading, atMs, (each) => zOf(each, baseline) > zAbove) : null;
  return { rule, value, freshness, mean, level, z, momentum, normalized, jumpedAtMs };
}

/** Level of a value or mean between 0 and saturation, 0 to 1 (docs/scoring.md, Hype). */
export function levelOf({ saturation, scale }: Pick<SignalRule, 'saturation' | 'scale'>, value: number): number {
  return scale === null ? Math.min(1, value) : Math.min(1, Math.log1p(value / scale) / Math.log1p(saturation / scale));
}

function freshnessOf({ aging }: SignalRule, ageHours: number): number {
  if (aging === null || ageHours <= aging.freshHours) return 1;
  return 2 ** (-(ageHours - aging.freshHours) / aging.halfLifeHours);
}

/** Mean that a level is computed from; null for a value, and in a ruleset that does not average. */
function meanAt({ kind }: SignalRule, reading: SignalReading, atMs: number, { averaging }: HypeRules): number | null {
  if (averaging === null || kind !== 'count') return null;
  return meanOf(reading.value, dayOf(atMs) - dayOf(reading.observedAtMs), reading.dayValues, averaging);
}

const dayOf = (instantMs: number): number => Math.floor(instantMs / DAY_MS);

/** Start of the jump of a signal without a baseline, which is a high first level; null without one. */
function firstJump(rule: SignalRule, reading: SignalReading, atMs: number, { suspect }: HypeRules): number | null {
  const { firstDay } = suspect;
  if (firstDay === undefined || !firstDay.signals.includes(rule.id)) return null;
  const isHigh = (value: number): boolean => levelOf(rule, value) > firstDay.levelAbove;
  return isHigh(reading.value) ? jumpStart(rule.id, reading, atMs, isHigh) : null;
}

/** Time of the first reading of the current run of jumped readings. */
function jumpStart(id: string, reading: SignalReading, atMs: number, hasJumped: (value: number) => boolean): number {
  const earlier = reading.earlier ?? [];
  let calmAtMs = -Infinity;
  for (const each of earlier) {
    assertReading(id, each, atMs);
    if (!hasJumped(each.value) && each.observedAtMs > calmAtMs) calmAtMs = each.observedAtMs;
  }
  let startMs = reading.observedAtMs;
  for (const { observedAtMs } of earlier) if (observedAtMs > calmAtMs && observedAtMs < startMs) startMs = observedAtMs;
  return startMs;
}

function assertDayValues(id: string, dayValues: readonly (number | null)[]): void {
  for (let index = 0; index < dayValues.length; index += 1) {
    const value = dayValues[index];
    if (value !== undefined && value !== null) assertWithin(id, value);
  }
}

function assertReading(id: string, { value, observedAtMs }: Reading, atMs: number): void {
  assertWithin(id, value);
  assertInstant(id, observedAtMs);
  if (observedAtMs > atMs) throw new InvalidInputError(id, 'was observed after the scored instant');
}

const DENSITY_AT_0 = 0.3989422804014327;
const P = 0.2316419;
const B1 = 0.31938153;
const B2 = -0.356563782;
const B3 = 1.781477937;
const B4 = -1.821255978;
const B5 = 1.330274429;

/**
 * Standard normal distribution function: the share of values below `z`, 0 to 1.
 *
 * The approximation is fixed, so that every implementation computes the same scores: Abramowitz and Stegun 26.2.17,
 * |error| < 7.5e-8.
 */
export function normalCdf(z: number): number {
  const x = Math.abs(z);
  const t = 1 / (1 + P * x);
  const upperTail = DENSITY_AT_0 * Math.exp((-x * x) / 2) * t * (B1 + t * (B2 + t * (B3 + t * (B4 + t * B5))));
  return z < 0 ? upperTail : 1 - upperTail;
}
