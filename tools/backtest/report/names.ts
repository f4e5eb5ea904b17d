import { type BaselineId, BASELINE_IDS } from '../baselines';
import { DELTAS, MOMENTUM, SCORE_IDS } from '../study/scores';

const BASELINE_NAMES: Readonly<Record<BaselineId, string>> = {
  yesterday: 'yesterday',
  week: 'mean of 7 days',
  month: 'mean of 28 days',
  fixed: 'order fixed before',
};

/** True for a predictor that needs no score. */
export const isBaseline = (id: string): boolean => BASELINE_IDS.some((baseline) => baseline === id);

/** The name of a predictor. */
export function nameOf(id: string): string {
  const baseline = BASELINE_IDS.find((each) => each === id);
  if (baseline !== undefined) return BASELINE_NAMES[baseline];
  if (SCORE_IDS.includes(id)) return `score, ${id}`;
  const delta = DELTAS.findIndex((each) => each.id === id);
  if (delta !== -1) return `\`hype_delta_7d\`, ${SCORE_IDS[delta] ?? ''}`;
  if (id === MOMENTUM.id) return '`momentum`';
  return id === 'own change' ? 'mean of 7 days − mean of the 7 before' : id;
}
