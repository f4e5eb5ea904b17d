import { RULESETS } from '@droptrack/scoring';
import { BASELINES } from '../predictors';

/** Ids of what is compared, in the order in which it is shown. */
export const shownPredictors = (): string[] => [
  ...RULESETS.map(({ version }) => version),
  ...BASELINES.map(({ id }) => id),
];

/** What a predictor is called. */
export function nameOf(id: string, target: string): string {
  if (id === 'yesterday') return `${target} of yesterday`;
  if (id === 'week') return `${target}, mean of 7 days`;
  return `score, ${id}`;
}
