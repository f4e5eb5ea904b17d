import { BASELINE_IDS, baselinesOf, fixedOrder } from '../baselines';
import { type Comparison, compareRows, type Measure } from '../compare';
import type { ProjectSet, Sets } from '../data/sets';
import { rowsOf } from '../rows';
import type { Split } from './choose';
import { SCORE_IDS, SCORES } from './scores';

/** A set on days on which no constant was chosen. */
export interface HeldOut {
  readonly set: ProjectSet;
  readonly comparison: Comparison;
}

/** The held-out days of the sets with mentions. */
export const compareHeldOut = ({ all, valued, plain, plainValued }: Sets, split: Split): HeldOut[] =>
  [all, valued, plain, plainValued].map((set) => ({ set, comparison: onHeldOut(set, split) }));

/** The fixed order is that of all days up to the last one on which constants were chosen. */
function onHeldOut({ panel }: ProjectSet, { chosenOn, heldOut }: Split): Comparison {
  const fixed = fixedOrder('fixed', panel.firstDay, chosenOn.at(-1) ?? NaN);
  const baselines = baselinesOf(panel).filter(({ id }) => id !== fixed.id);
  const rows = rowsOf(panel, [...SCORES, ...baselines, fixed]).filter(({ day }) => heldOut.includes(day));
  return compareRows(rows, panel.projects.length, MEASURES);
}

const MEASURES: readonly Measure[] = [...SCORE_IDS, ...BASELINE_IDS].flatMap((predictor): Measure[] => [
  { predictor, outcome: 'next_week' },
]);
