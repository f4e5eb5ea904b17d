import { baselinesOf } from '../baselines';
import { dailyOf } from '../compare';
import type { ProjectSet } from '../data/sets';
import { rowsOf } from '../rows';
import { meanOf } from '../statistics/spearman';
import { variantsOf } from './variants';

/** A set of projects, with the correlations of each variant of 2026.1. */
export interface Ablation {
  readonly set: ProjectSet;
  readonly variants: readonly { readonly id: string; readonly nextWeek: number; readonly change: number }[];
}

/** The mean correlations of 2026.1 with one change each. */
export function ablate(set: ProjectSet): Ablation {
  const variants = variantsOf(set.panel);
  const rows = rowsOf(set.panel, [...baselinesOf(set.panel), ...variants]);
  const mean = (predictor: string, outcome: 'next_week' | 'change') => meanOf(dailyOf(rows, { predictor, outcome }));
  return {
    set,
    variants: variants.map(({ id }) => ({ id, nextWeek: mean(id, 'next_week'), change: mean(id, 'change') })),
  };
}
