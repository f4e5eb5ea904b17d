import {
  type HypeInput,
  type HypeRules,
  type HypeScore,
  type Reading,
  type Ruleset,
  scoreHype,
  type SignalId,
  type SignalReading,
} from '@droptrack/scoring';
import { type Day, type Days, endOf } from './data/days';
import { WEEK_DAYS } from './outcomes';
import type { Project } from './panel';

/** No ruleset uses an older reading. */
const READING_DAYS_MAX = 60;

/** A figure of a project from the data up to the end of a day; null where there is too little. */
export interface Predictor {
  readonly id: string;
  readonly at: (project: Project, day: Day) => number | null;
}

/** The published score of a ruleset, computed once for the same signals and day. */
export function scoreOf(ruleset: Ruleset, id = ruleset.version, figure = (score: HypeScore) => score.score): Predictor {
  return oncePerDay(id, (project, day) => figure(scoreHype(knownAt(project, day, ruleset), ruleset)));
}

/** `momentum` as published with a score; 0 where there is none, which says as little of a rise. */
export function momentumOf(ruleset: Ruleset): Predictor {
  return scoreOf(ruleset, 'momentum', ({ momentum }) => momentum ?? 0);
}

/** `hype_delta_7d`: the score less that of seven days before. */
export function deltaOf(score: Predictor): Predictor {
  return {
    id: `delta ${score.id}`,
    at: (project, day) => {
      const [now, before] = [score.at(project, day), score.at(project, day - WEEK_DAYS)];
      return now === null || before === null ? null : now - before;
    },
  };
}

/** Without some signals, as if they were not applicable to any project. */
export function without(signals: readonly SignalId[], score: Predictor, id: string): Predictor {
  const dropped: ReadonlySet<string> = new Set(signals);
  return oncePerDay(id, ({ target, ...project }, day) => {
    const left = Object.entries(project.signals).filter(([signal]) => !dropped.has(signal));
    return score.at({ ...project, target, signals: Object.fromEntries(left) }, day);
  });
}

/** A predictor that depends on the signals alone: several comparisons share its figures. */
function oncePerDay(id: string, at: Predictor['at']): Predictor {
  const figures = new WeakMap<Project['signals'], Map<Day, number | null>>();
  return {
    id,
    at: (project, day) => {
      const ofProject = figures.get(project.signals) ?? new Map<Day, number | null>();
      figures.set(project.signals, ofProject);
      const known = ofProject.get(day);
      if (known !== undefined) return known;
      const figure = at(project, day);
      ofProject.set(day, figure);
      return figure;
    },
  };
}

/**
 * The input of a score at the end of a day, without anything later: the last reading of each signal, and the days before
 * that day to compare it with. A signal without data is not applicable to the project.
 */
export function knownAt({ signals }: Project, day: Day, { hype }: Ruleset): HypeInput {
  const known: Partial<Record<SignalId, SignalReading | 'not_applicable'>> = {};
  for (const { id } of hype.signals) {
    const days = signals[id];
    const reading = days === undefined ? 'not_applicable' : readingAt(days, day, daysBefore(hype));
    if (reading !== null) known[id] = reading;
  }
  return { atMs: endOf(day), signals: known };
}

/** Days before the scored one that a ruleset reads. */
const daysBefore = ({ momentum, averaging }: HypeRules): number =>
  Math.max(momentum.baselineDays, averaging?.days ?? 0);

function readingAt(days: Days, day: Day, length: number): SignalReading | null {
  const [latest, ...earlier] = lastTwo(days, day);
  if (latest === undefined) return null;
  const dayValues = Array.from({ length }, (_, back) => days.get(day - 1 - back) ?? null);
  return { ...latest, dayValues, earlier };
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
