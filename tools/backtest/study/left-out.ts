import type { SignalId } from '@droptrack/scoring';
import { baselinesOf, signalMean } from '../baselines';
import { compare, type Comparison, type Measure } from '../compare';
import type { ProjectSet, Sets } from '../data/sets';
import { type Predictor, without } from '../predictors';
import { SCORE_IDS, SCORES } from './scores';
import { beyondWeek } from './whole';

/** Days of the means of the other signal. */
const MEAN_DAYS = [1, 7, 28] as const;

/** Predictions of a figure from other figures only. */
export interface LeftOut {
  readonly set: ProjectSet;
  /** The signal that is the target, removed from the scores; null where the target is no signal. */
  readonly removed: SignalId | null;
  /** Means of the other signal, ascending by days; none where not all projects have one. */
  readonly others: readonly string[];
  readonly comparison: Comparison;
}

/** Each target with the scores that have never seen it. */
export function compareLeftOut({ all, valued, traded, plainTraded, accounts }: Sets): LeftOut[] {
  return [
    leftOut(traded, 'tvl_usd', 'reddit_authors'),
    leftOut(plainTraded, 'tvl_usd', 'reddit_authors'),
    leftOut(valued, 'reddit_authors', 'tvl_usd'),
    leftOut(all, 'reddit_authors', null),
    leftOut(accounts, null, 'active_wallets'),
  ];
}

function leftOut(set: ProjectSet, removed: SignalId | null, other: SignalId | null): LeftOut {
  const scores = removed === null ? SCORES : SCORES.map((score) => without([removed], score, score.id));
  const others = other === null ? [] : MEAN_DAYS.map((days) => signalMean(other, days));
  const own = baselinesOf(set.panel).filter(({ id }) => id === 'week');
  const predictors: readonly Predictor[] = [...scores, ...others, ...own];
  const measures = [
    ...predictors.map(({ id }): Measure => ({ predictor: id, outcome: 'next_week' })),
    ...SCORE_IDS.slice(-1).map(beyondWeek),
  ];
  return { set, removed, others: others.map(({ id }) => id), comparison: compare(set.panel, predictors, measures) };
}
