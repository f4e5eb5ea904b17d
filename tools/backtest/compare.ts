import type { Day } from './data/days';
import { type Outcome, OUTCOMES, outcomesOf } from './outcomes';
import type { Panel } from './panel';
import type { Predictor } from './predictors';
import { spearman } from './statistics/spearman';

/** A day with fewer projects has no meaningful order. */
const PROJECTS_A_DAY_MIN = 10;
/** From then on all days that a reading is compared with are in the data. */
export const WARM_UP_DAYS = 28;

export interface Comparison {
  readonly days: readonly Day[];
  /** Minimum and maximum of projects a day. */
  readonly projectsMin: number;
  readonly projectsMax: number;
  /** Rank correlation of a predictor with an outcome, one for each day, or for each of some. */
  valuesOf(predictor: string, outcome: Outcome, only?: readonly Day[]): readonly number[];
}

/**
 * Compares predictors on the same rows: the days on which every one of them has a figure for a project with
 * an outcome. A day on which all values of one side are equal has no order and counts as 0.
 */
export function compare(panel: Panel, predictors: readonly Predictor[]): Comparison {
  const rows = rowsOf(panel, predictors);
  const correlations = new Map(
    predictors.flatMap(({ id }, place) => OUTCOMES.map((outcome) => [`${id}/${outcome}`, daily(rows, place, outcome)])),
  );
  const counts = rows.map(({ figures }) => figures.length);
  return {
    days: rows.map(({ day }) => day),
    projectsMin: Math.min(...counts),
    projectsMax: Math.max(...counts),
    valuesOf(predictor, outcome, only) {
      const values = correlations.get(`${predictor}/${outcome}`);
      if (values === undefined) throw new RangeError(`Nothing was predicted by ${predictor}`);
      if (only === undefined) return values;
      const chosen = new Set(only);
      return values.filter((_, index) => chosen.has(rows[index]?.day ?? NaN));
    },
  };
}

const daily = (rows: readonly DayRows[], place: number, outcome: Outcome): number[] =>
  rows.map(({ figures, outcomes }) => {
    const predicted = figures.map((each) => each[place] ?? NaN);
    const came = outcomes.map((each) => each[outcome]);
    return spearman(predicted, came) ?? 0;
  });

interface DayRows {
  readonly day: Day;
  /** By project, and by predictor. */
  readonly figures: readonly (readonly number[])[];
  readonly outcomes: readonly Readonly<Record<Outcome, number>>[];
}

function rowsOf({ projects, firstDay, lastDay }: Panel, predictors: readonly Predictor[]): DayRows[] {
  const rows: DayRows[] = [];
  for (let day = firstDay + WARM_UP_DAYS; day <= lastDay; day += 1) {
    const figures: number[][] = [];
    const outcomes: Readonly<Record<Outcome, number>>[] = [];
    for (const project of projects) {
      const outcome = outcomesOf(project.target, day);
      if (outcome === null) continue;
      const ofProject = predictors.flatMap(({ at }) => at(project, day) ?? []);
      if (ofProject.length < predictors.length) continue;
      figures.push(ofProject);
      outcomes.push(outcome);
    }
    if (figures.length >= PROJECTS_A_DAY_MIN) rows.push({ day, figures, outcomes });
  }
  return rows;
}
