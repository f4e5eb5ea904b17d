import { RULESETS } from '@droptrack/scoring';
import { BASELINES } from '../predictors';

/** Ids of the predictors, in the order of the page. */
export const shownPredictors = (): string[] => [
  ...RULESETS.map(({ version }) => version),
  ...BASELINES.map(({ id }) => id),
];

/** The name of a predictor. */
export function nameOf(id: string, target: string): string {
  if (id === 'yesterday') return `${target} of yesterday`;
  if (id === 'week') return `${target}, mean of 7 days`;
  return `score, ${id}`;
}
