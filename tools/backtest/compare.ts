import type { Day } from './data/days';
import type { Outcome } from './outcomes';
import type { Panel } from './panel';
import type { Predictor } from './predictors';
import { type DayRows, rowsOf } from './rows';
import { type Draw, drawsOf, type Interval, intervalOf, TWO_WAY } from './statistics/bootstrap';
import { partialCorrelation } from './statistics/partial';
import { correlationOf, meanOf, type Ranking, type Ranks, ranksOf } from './statistics/spearman';

/** A rank correlation of a predictor with an outcome, across projects. */
export interface Measure {
  readonly predictor: string;
  readonly outcome: Outcome;
  /** Predictors that are held constant (partial correlation). */
  readonly given?: readonly string[];
}

/** The mean of a measure over days, with its value in each resample of days and projects. */
export interface Estimate {
  readonly mean: number;
  readonly resamples: Float64Array;
}

export interface Comparison {
  readonly days: readonly Day[];
  /** Minimum and maximum of projects a day. */
  readonly projectsMin: number;
  readonly projectsMax: number;
  /** @throws {RangeError} for a measure that was not compared. */
  estimate(measure: Measure): Estimate;
  /** A measure on each day. @throws {RangeError} for an unknown predictor. */
  daily(measure: Measure): readonly number[];
}

/** Compares predictors by some measures, on the same rows and in the same resamples. */
export function compare(panel: Panel, predictors: readonly Predictor[], measures: readonly Measure[]): Comparison {
  return compareRows(rowsOf(panel, predictors), panel.projects.length, measures);
}

/**
 * Compares by given rows, such as those of some days.
 *
 * @param projects - number of projects of the panel.
 */
export function compareRows(rows: readonly DayRows[], projects: number, measures: readonly Measure[]): Comparison {
  const estimates = estimatesOf(rows, projects, measures);
  const counts = rows.map((row) => row.projects.length);
  return {
    days: rows.map(({ day }) => day),
    projectsMin: Math.min(...counts),
    projectsMax: Math.max(...counts),
    estimate(measure) {
      const estimate = estimates.get(keyOf(measure));
      if (estimate === undefined) throw new RangeError(`Not compared: ${keyOf(measure)}`);
      return estimate;
    },
    daily: (measure) => dailyOf(rows, measure),
  };
}

/** A measure on each day. @throws {RangeError} for an unknown predictor. */
export function dailyOf(rows: readonly DayRows[], measure: Measure): number[] {
  const plan = planOf([measure]);
  return rows.flatMap((row) => valuesOf(rankingsOf(row, plan), plan, new Int32Array(row.projects.length).fill(1)));
}

/** The difference of two estimates of one comparison, resample by resample, so that changes of both do not count. */
export function differenceOf(one: Estimate, other: Estimate): Estimate {
  return {
    mean: one.mean - other.mean,
    resamples: one.resamples.map((value, draw) => value - (other.resamples[draw] ?? NaN)),
  };
}

/** 95 % of the resamples. */
export const intervalOfEstimate = ({ mean, resamples }: Estimate): Interval => intervalOf(mean, resamples);

function estimatesOf(rows: readonly DayRows[], projects: number, measures: readonly Measure[]): Map<string, Estimate> {
  const plan = planOf(measures);
  const days = rows.map((row): DayRankings => ({ projects: row.projects, rankings: rankingsOf(row, plan) }));
  const resamples = drawsOf(rows.length, projects, TWO_WAY).map((draw) => meansOf(days, plan, draw));
  return new Map(
    measures.map((measure, index) => [
      keyOf(measure),
      {
        mean: meanOf(dailyOf(rows, measure)),
        resamples: Float64Array.from(resamples, (means) => means[index] ?? NaN),
      },
    ]),
  );
}

/** Measures by the positions of their columns, so that each column of a day is ranked once for all of them. */
interface Plan {
  readonly columns: readonly string[];
  readonly measures: readonly { readonly x: number; readonly y: number; readonly given: readonly number[] }[];
}

function planOf(measures: readonly Measure[]): Plan {
  const idsOf = ({ predictor, outcome, given = [] }: Measure): string[] => [predictor, outcome, ...given];
  const columns = [...new Set(measures.flatMap(idsOf))];
  const position = (id: string) => columns.indexOf(id);
  return {
    columns,
    measures: measures.map(({ predictor, outcome, given = [] }) => ({
      x: position(predictor),
      y: position(outcome),
      given: given.map(position),
    })),
  };
}

/** The planned columns of a day. */
interface DayRankings {
  readonly projects: Int32Array;
  readonly rankings: readonly Ranking[];
}

function rankingsOf({ rankings }: DayRows, { columns }: Plan): Ranking[] {
  return columns.map((id) => {
    const ranking = rankings.get(id);
    if (ranking === undefined) throw new RangeError(`Nothing was predicted by ${id}`);
    return ranking;
  });
}

/** The mean of each measure over the days of a resample, across its projects. */
function meansOf(days: readonly DayRankings[], plan: Plan, draw: Draw): Float64Array {
  const sums = new Float64Array(plan.measures.length);
  days.forEach(({ projects, rankings }, day) => {
    const times = draw.days[day] ?? 0;
    if (times === 0) return;
    const weights = projects.map((position) => draw.projects[position] ?? 0);
    valuesOf(rankings, plan, weights).forEach((value, index) => (sums[index] = (sums[index] ?? 0) + value * times));
  });
  return sums.map((sum) => sum / days.length);
}

/** The measures of one day. A day without an order, or one that the given predictors determine, counts as 0. */
function valuesOf(rankings: readonly Ranking[], { measures }: Plan, weights: Int32Array): number[] {
  const ranks = rankings.map((ranking) => ranksOf(ranking, weights));
  const correlation = (a: number, b: number) => correlationOf(ranks[a] ?? NO_RANKS, ranks[b] ?? NO_RANKS, weights);
  return measures.map(({ x, y, given }) => partialCorrelation(correlation, x, y, given) ?? 0);
}

/** Never used: a plan has no position outside its columns. */
const NO_RANKS: Ranks = { centred: new Float64Array(), norm: 0 };

const keyOf = ({ predictor, outcome, given = [] }: Measure): string => [predictor, outcome, ...given].join('/');
