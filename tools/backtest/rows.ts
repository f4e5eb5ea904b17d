import type { Day } from './data/days';
import { OUTCOMES, outcomesOf } from './outcomes';
import type { Panel } from './panel';
import type { Predictor } from './predictors';
import { rankingOf, type Ranking } from './statistics/spearman';

/** A day with fewer projects has no meaningful order. */
const PROJECTS_A_DAY_MIN = 10;
/** From then on all days that a reading is compared with are in the data. */
export const WARM_UP_DAYS = 28;

/** The compared projects of one day, ranked by every predictor and by every outcome. */
export interface DayRows {
  readonly day: Day;
  /** Positions of the projects in the panel. */
  readonly projects: Int32Array;
  /** By id of the predictor, and by outcome. */
  readonly rankings: ReadonlyMap<string, Ranking>;
}

/**
 * The rows on which predictors are compared: the days on which every one of them has a figure for a project with an
 * outcome. A predictor on other rows would look better or worse than it is.
 */
export function rowsOf(panel: Panel, predictors: readonly Predictor[]): DayRows[] {
  const days: DayRows[] = [];
  for (let day = panel.firstDay + WARM_UP_DAYS; day <= panel.lastDay; day += 1) {
    const rows = panel.projects.flatMap((project, position) => {
      const outcome = outcomesOf(project.target, day);
      const figures = outcome === null ? [] : predictors.flatMap(({ at }) => at(project, day) ?? []);
      return outcome === null || figures.length < predictors.length ? [] : [{ position, figures, outcome }];
    });
    if (rows.length < PROJECTS_A_DAY_MIN) continue;
    const rankings = new Map([
      ...predictors.map(({ id }, index) => [id, rankingOf(rows.map(({ figures }) => figures[index] ?? NaN))] as const),
      ...OUTCOMES.map((outcome) => [outcome, rankingOf(rows.map((row) => row.outcome[outcome]))] as const),
    ]);
    days.push({ day, projects: Int32Array.from(rows, ({ position }) => position), rankings });
  }
  return days;
}
