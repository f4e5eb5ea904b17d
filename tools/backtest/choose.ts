import type { Day } from './data/days';
import { compare, type Comparison } from './compare';
import { WEEK_DAYS } from './outcomes';
import type { Panel } from './panel';
import { BASELINES, type Predictor, scoreOf } from './predictors';
import { BOOTSTRAP, blockBootstrap, type Interval } from './statistics/block-bootstrap';
import { withMomentum } from './variants';

/** Tested shares of momentum, ascending; the last is that of 2026.1. */
export const SHARES = [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4] as const;

/** A period in two parts: constants are chosen on the first and validated on the second. */
export interface Split {
  readonly chosenOn: readonly Day[];
  /** Begins a week later: until then outcomes of the first part overlap with its days. */
  readonly heldOut: readonly Day[];
}

/** The first half, and the days from a week after it. */
export function splitOf(days: readonly Day[]): Split {
  const chosenOn = days.slice(0, Math.ceil(days.length / 2));
  const last = chosenOn.at(-1) ?? NaN;
  return { chosenOn, heldOut: days.filter((day) => day > last + WEEK_DAYS) };
}

/** Results of one share of momentum on both parts. */
export interface Trial {
  readonly share: number;
  readonly chosenOn: Interval;
  readonly heldOut: Interval;
}

export interface Choice {
  readonly split: Split;
  readonly trials: readonly Trial[];
  /** The largest share that is within one standard error of the best, on the first part alone. */
  readonly share: number;
}

/**
 * Chooses the share of momentum by its correlation with the week to come. Of the shares within one standard error
 * of the best the largest is taken (the one-standard-error rule): it is the smallest change of 2026.1.
 */
export function chooseShare(panel: Panel): Choice {
  const predictors = SHARES.map((share): Predictor => scoreOf(withMomentum({ share }), String(share)));
  const comparison = compare(panel, [...BASELINES, ...predictors]);
  const split = splitOf(comparison.days);
  const trials = SHARES.map((share) => ({
    share,
    chosenOn: onDays(comparison, String(share), split.chosenOn),
    heldOut: onDays(comparison, String(share), split.heldOut),
  }));
  const best = trials.reduce((most, each) => (each.chosenOn.mean > most.chosenOn.mean ? each : most));
  const least = best.chosenOn.mean - best.chosenOn.error;
  const share = Math.max(...trials.filter(({ chosenOn }) => chosenOn.mean >= least).map((trial) => trial.share));
  return { split, trials, share };
}

const onDays = (comparison: Comparison, predictor: string, days: readonly Day[]): Interval =>
  blockBootstrap(comparison.valuesOf(predictor, 'next_week', days), BOOTSTRAP);
