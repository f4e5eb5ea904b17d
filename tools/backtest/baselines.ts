import type { SignalId } from '@droptrack/scoring';
import type { Day, Days } from './data/days';
import { meanOfDays, WEEK_DAYS } from './outcomes';
import type { Panel } from './panel';
import type { Predictor } from './predictors';
import { WARM_UP_DAYS } from './rows';

/** Days of the longer mean: four weeks, so that every day of the week counts the same. */
const MONTH_DAYS = 28;

/** Baselines of a score, which need no score: past values of the target itself. */
export const BASELINE_IDS = ['yesterday', 'week', 'month', 'fixed'] as const;
/** Id of a baseline. */
export type BaselineId = (typeof BASELINE_IDS)[number];

/**
 * The value of the day, the means of the 7 and of the 28 days that end with it, and an order that is fixed before the first
 * scored day: the mean of the days before it.
 */
export function baselinesOf({ firstDay }: Panel): Predictor[] {
  return [
    { id: 'yesterday', at: ({ target }, day) => target.get(day) ?? null },
    { id: 'week', at: ({ target }, day) => meanBefore(target, day, WEEK_DAYS) },
    { id: 'month', at: ({ target }, day) => meanBefore(target, day, MONTH_DAYS) },
    fixedOrder('fixed', firstDay, firstDay + WARM_UP_DAYS - 1),
  ] satisfies (Predictor & { id: BaselineId })[];
}

/** The mean of the target from one day to another, both inclusive. It predicts nothing before they have ended. */
export function fixedOrder<Id extends string>(id: Id, firstDay: Day, lastDay: Day): Predictor & { id: Id } {
  return { id, at: ({ target }, day) => (day < lastDay ? null : meanOfDays(target, firstDay, lastDay)) };
}

/** Mean of the last 7 days less that of the 7 days before them: the rise that has been seen. */
export const OWN_CHANGE: Predictor = {
  id: 'own change',
  at: ({ target }, day) => {
    const week = meanBefore(target, day, WEEK_DAYS);
    const before = meanBefore(target, day - WEEK_DAYS, WEEK_DAYS);
    return week === null || before === null ? null : week - before;
  },
};

/** A mean of a signal over the last days, as a predictor of something else; null without the signal. */
export function signalMean(signal: SignalId, days: number): Predictor {
  return {
    id: `${signal}, ${days} d`,
    at: ({ signals }, day) => meanBefore(signals[signal] ?? new Map(), day, days),
  };
}

const meanBefore = (days: Days, day: Day, length: number): number | null => meanOfDays(days, day - length + 1, day);
