import { BASELINE_IDS } from '../baselines';
import { type Comparison, differenceOf, type Measure } from '../compare';
import type { Outcome } from '../outcomes';
import { blockBootstrap, BOOTSTRAP } from '../statistics/bootstrap';
import { SCORE_IDS } from '../study/scores';
import type { Whole } from '../study/study';
import {
  BEYOND_FIXED_IDS,
  BEYOND_MONTH_IDS,
  BEYOND_WEEK_IDS,
  beyondFixed,
  beyondMonth,
  beyondWeek,
  CHANGE_IDS,
  LEVEL_IDS,
} from '../study/whole';
import { nameOf } from './names';
import { shown, shownEstimate, spanOf, table } from './table';

const nextWeek = (predictor: string): Measure => ({ predictor, outcome: 'next_week' });

/** The sets with their sizes. */
export function sizes(wholes: readonly Whole[]): string {
  return table(
    ['', 'target', 'scored days', 'days', 'projects a day'],
    wholes.map(({ set, comparison: { days, projectsMin, projectsMax } }) => [
      set.title,
      set.target,
      spanOf(days),
      String(days.length),
      projectsMin === projectsMax ? String(projectsMin) : `${projectsMin} to ${projectsMax}`,
    ]),
  );
}

/** Correlations with the next week. */
export const levels = (wholes: readonly Whole[]): string =>
  bySet('rank correlation with the next week of', wholes, LEVEL_IDS, nextWeek);

/** Differences of the correlations with the next week: each score less each baseline, and less each older score. */
export function levelDifferences(wholes: readonly Whole[]): string {
  const newestFirst = [...SCORE_IDS].reverse();
  return [
    differences(
      wholes,
      newestFirst.flatMap((score) => BASELINE_IDS.map((other) => [score, other] as const)),
    ),
    differences(
      wholes,
      newestFirst.flatMap((score, index) => newestFirst.slice(index + 1).map((other) => [score, other] as const)),
    ),
  ].join('\n\n');
}

/** Correlations with the next week, with baselines held constant. */
export const beyond = (wholes: readonly Whole[]): string =>
  [
    bySet('with the mean of 7 days held constant', wholes, BEYOND_WEEK_IDS, beyondWeek),
    bySet('with the means of 7 and of 28 days held constant', wholes, BEYOND_MONTH_IDS, beyondMonth),
    bySet('with the mean of 7 days and the fixed order held constant', wholes, BEYOND_FIXED_IDS, beyondFixed),
  ].join('\n\n');

/** The difference of the newest and the oldest score, with days and projects resampled and with days alone. */
export function byResampling(wholes: readonly Whole[]): string {
  const [newest, oldest] = [SCORE_IDS.at(-1) ?? '', SCORE_IDS[0] ?? ''];
  const daysOnly = ({ comparison }: Whole) => {
    const older = comparison.daily(nextWeek(oldest));
    const differences = comparison.daily(nextWeek(newest)).map((value, day) => value - (older[day] ?? NaN));
    return shown(blockBootstrap(differences, BOOTSTRAP));
  };
  return table(
    [`${newest} − ${oldest}, resampled`, ...wholes.map(titleOf)],
    [
      ['days and projects', ...wholes.map(({ comparison }) => shownDifference(comparison, newest, oldest))],
      ['days alone', ...wholes.map(daysOnly)],
    ],
  );
}

/** Correlations with the change of the target. */
export function changes(wholes: readonly Whole[], outcome: Outcome, heading: string): string {
  return bySet(heading, wholes, CHANGE_IDS, (predictor) => ({ predictor, outcome }));
}

function differences(wholes: readonly Whole[], pairs: readonly (readonly [string, string])[]): string {
  return table(
    ['difference of two', ...wholes.map(titleOf)],
    pairs.map(([one, other]) => [
      `${nameOf(one)} − ${nameOf(other)}`,
      ...wholes.map(({ comparison }) => shownDifference(comparison, one, other)),
    ]),
  );
}

/** The difference of two correlations with the next week. */
export const shownDifference = (comparison: Comparison, one: string, other: string): string =>
  shownEstimate(differenceOf(comparison.estimate(nextWeek(one)), comparison.estimate(nextWeek(other))));

function bySet(
  heading: string,
  wholes: readonly Whole[],
  ids: readonly string[],
  measureOf: (id: string) => Measure,
): string {
  return table(
    [heading, ...wholes.map(titleOf)],
    ids.map((id) => [nameOf(id), ...wholes.map(({ comparison }) => shownEstimate(comparison.estimate(measureOf(id))))]),
  );
}

/** `All projects: mentions (44)` */
const titleOf = ({ set, comparison }: Whole): string => `${set.title}: ${set.target} (${comparison.projectsMax})`;
