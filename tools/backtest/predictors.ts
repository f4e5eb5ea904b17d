import {
  type HypeInput,
  type HypeScore,
  type Reading,
  type Ruleset,
  scoreHype,
  type SignalId,
  type SignalReading,
} from '@droptrack/scoring';
import { type Day, type Days, endOf } from './data/days';
import { meanOfDays, WEEK_DAYS } from './outcomes';
import type { Project } from './panel';

/** No ruleset uses an older reading. */
const READING_DAYS_MAX = 60;

/** A figure of a project from the data up to the end of a day; null where there is too little. */
export interface Predictor {
  readonly id: string;
  readonly at: (project: Project, day: Day) => number | null;
}

/** Baselines of the score: the day's own figure, and the mean of its week. */
export const BASELINES: readonly Predictor[] = [
  { id: 'yesterday', at: ({ target }, day) => target.get(day) ?? null },
  { id: 'week', at: ({ target }, day) => meanOfDays(target, day - WEEK_DAYS + 1, day) },
];

/** The published score of a ruleset. */
export function scoreOf(ruleset: Ruleset, id = ruleset.version, figure = (score: HypeScore) => score.score): Predictor {
  return { id, at: (project, day) => figure(scoreHype(knownAt(project, day, ruleset), ruleset)) };
}

/**
 * The input of a score at the end of a day, without anything later: the last reading of each signal, and the days before
 * that day to compare it with. A signal without data is not applicable to the project.
 */
export function knownAt({ signals }: Project, day: Day, { hype }: Ruleset): HypeInput {
  const known: Partial<Record<SignalId, SignalReading | 'not_applicable'>> = {};
  for (const { id } of hype.signals) {
    const days = signals[id];
    const reading = days === undefined ? 'not_applicable' : readingAt(days, day, hype.momentum.baselineDays);
    if (reading !== null) known[id] = reading;
  }
  return { atMs: endOf(day), signals: known };
}

function readingAt(days: Days, day: Day, baselineDays: number): SignalReading | null {
  const [latest, ...earlier] = lastTwo(days, day);
  if (latest === undefined) return null;
  const dayValues = Array.from({ length: baselineDays }, (_, back) => days.get(day - 1 - back));
  return { ...latest, dayValues: dayValues.filter((value) => value !== undefined), earlier };
}

/** The latest reading, and the one before it, which shows that a jump has lasted for a day. */
function lastTwo(days: Days, day: Day): Reading[] {
  const readings: Reading[] = [];
  for (let back = 0; back < READING_DAYS_MAX && readings.length < 2; back += 1) {
    const value = days.get(day - back);
    if (value !== undefined) readings.push({ value, observedAtMs: endOf(day - back) });
  }
  return readings;
}
