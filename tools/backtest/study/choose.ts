import { baselinesOf } from '../baselines';
import { dailyOf } from '../compare';
import type { Day } from '../data/days';
import type { ProjectSet, Sets } from '../data/sets';
import { WEEK_DAYS } from '../outcomes';
import { type Predictor, scoreOf } from '../predictors';
import { rowsOf } from '../rows';
import { blockBootstrap, BOOTSTRAP, type Interval } from '../statistics/bootstrap';
import { withHalfLife, withMomentum } from './variants';

/** Tested shares of momentum, ascending; the last is that of 2026.1. */
const SHARES = [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4] as const;
/** Tested half-lives of counts, in days. */
export const HALF_LIVES = [3, 7, 14, 28] as const;

/** A period in two parts: constants are chosen on the first and validated on the second. */
export interface Split {
  readonly chosenOn: readonly Day[];
  /** Begins a week later: until then outcomes of the first part overlap with its days. */
  readonly heldOut: readonly Day[];
}

/** The first half, and the days from a week after it. */
export function splitOf(days: readonly Day[]): Split {
  const chosenOn = days.slice(0, Math.ceil(days.length / 2));
  const last = chosenOn.at(-1) ?? NaN;
  return { chosenOn, heldOut: days.filter((day) => day > last + WEEK_DAYS) };
}

/** Correlations with the next week by constant, on some days of a set. */
export interface Trial {
  readonly set: ProjectSet;
  readonly days: readonly Day[];
  /** In the order of the constants. Constants are compared on the same projects, so that only days are resampled. */
  readonly intervals: readonly Interval[];
}

/** Values of a constant, with their trials. */
export interface Choice {
  readonly constants: readonly number[];
  readonly chosenOn: Trial;
  /** On days or projects that chose nothing. */
  readonly unseen: readonly Trial[];
}

/** Tests the shares of momentum of 2026.1. */
export const tryShares = (sets: Sets, split: Split): Choice =>
  tryOut(SHARES, (share) => scoreOf(withMomentum({ share }), String(share)), sets, split);

/** Tests the half-lives of 2026.3. */
export const tryHalfLives = (sets: Sets, split: Split): Choice =>
  tryOut(HALF_LIVES, (days) => scoreOf(withHalfLife(days), String(days)), sets, split);

/** The constants within one standard error of the best, on the days of the choice alone (the one-standard-error rule). */
export function nearBest({ constants, chosenOn: { intervals } }: Choice): number[] {
  const best = intervals.reduce((most, each) => (each.mean > most.mean ? each : most));
  return constants.filter((_, index) => (intervals[index]?.mean ?? NaN) >= best.mean - best.error);
}

function tryOut(
  constants: readonly number[],
  scoreBy: (constant: number) => Predictor,
  { all, valued, solana }: Sets,
  { chosenOn, heldOut }: Split,
): Choice {
  const scores = constants.map(scoreBy);
  return {
    constants,
    chosenOn: tryOn(all, scores, (day) => chosenOn.includes(day)),
    unseen: [
      tryOn(all, scores, (day) => heldOut.includes(day)),
      tryOn(valued, scores, (day) => heldOut.includes(day)),
      tryOn(solana, scores, () => true),
    ],
  };
}

function tryOn(set: ProjectSet, scores: readonly Predictor[], isTried: (day: Day) => boolean): Trial {
  const rows = rowsOf(set.panel, [...baselinesOf(set.panel), ...scores]).filter(({ day }) => isTried(day));
  return {
    set,
    days: rows.map(({ day }) => day),
    intervals: scores.map(({ id }) =>
      blockBootstrap(dailyOf(rows, { predictor: id, outcome: 'next_week' }), BOOTSTRAP),
    ),
  };
}
