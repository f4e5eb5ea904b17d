import { type HypeScore, type Ruleset, scoreHype } from '@droptrack/scoring';
import type { Day } from './data/days';
import { knownAt } from './known-at';
import { meanOfDays, WEEK_DAYS } from './outcomes';
import type { Project } from './panel';

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
