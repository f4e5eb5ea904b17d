import { BASELINE_IDS, baselinesOf, OWN_CHANGE } from '../baselines';
import { compare, type Comparison, type Measure } from '../compare';
import type { ProjectSet } from '../data/sets';
import { DELTAS, MOMENTUM, SCORE_IDS, SCORES } from './scores';

/** Predictors of the next week, in the order of the page. */
export const LEVEL_IDS: readonly string[] = [...SCORE_IDS, ...BASELINE_IDS];
/** Predictors of its change. */
export const CHANGE_IDS: readonly string[] = [
  ...SCORE_IDS,
  ...DELTAS.map(({ id }) => id),
  MOMENTUM.id,
  OWN_CHANGE.id,
  ...BASELINE_IDS,
];
/** Predictors that may know something beyond the mean of 7 days. */
export const BEYOND_WEEK_IDS: readonly string[] = [...SCORE_IDS, 'yesterday', 'month', 'fixed'];
/** Predictors that may know something beyond both means. */
export const BEYOND_MONTH_IDS: readonly string[] = [...SCORE_IDS, 'yesterday', 'fixed'];

/** Predictors that may know something beyond the mean of 7 days and the fixed order. */
export const BEYOND_FIXED_IDS: readonly string[] = [...SCORE_IDS, 'yesterday', 'month'];

/** Correlations of a set with the next week, with its change, or with both, over all its days and on the same rows. */
export function compareWhole({ panel }: ProjectSet, measures: readonly Measure[]): Comparison {
  const predictors = [...SCORES, ...DELTAS, MOMENTUM, OWN_CHANGE, ...baselinesOf(panel)];
  return compare(panel, predictors, measures);
}

/** With the mean of 7 days held constant. */
export const beyondWeek = (predictor: string): Measure => ({ predictor, outcome: 'next_week', given: ['week'] });
/** With the means of 7 and of 28 days held constant. */
export const beyondMonth = (predictor: string): Measure => ({
  predictor,
  outcome: 'next_week',
  given: ['week', 'month'],
});

/** With the mean of 7 days and the fixed order held constant. */
export const beyondFixed = (predictor: string): Measure => ({
  predictor,
  outcome: 'next_week',
  given: ['week', 'fixed'],
});

/** Correlations with the next week. */
export const LEVELS: readonly Measure[] = [
  ...LEVEL_IDS.map((predictor): Measure => ({ predictor, outcome: 'next_week' })),
  ...BEYOND_WEEK_IDS.map(beyondWeek),
  ...BEYOND_MONTH_IDS.map(beyondMonth),
  ...BEYOND_FIXED_IDS.map(beyondFixed),
];

/** Correlations with its change. */
export const CHANGES: readonly Measure[] = CHANGE_IDS.flatMap((predictor): Measure[] => [
  { predictor, outcome: 'change' },
  { predictor, outcome: 'ratio' },
]);
