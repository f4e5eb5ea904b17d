import { RULESET_2026_3 } from '@droptrack/scoring';
import type { AllocationList } from './lists';

/** Shares of the published quantiles. */
export const SHARES = [0.1, 0.5, 0.9] as const;
/** 10th, 50th and 90th percentile of allocation / mean. */
export type Quantiles = readonly [p10: number, p50: number, p90: number];

/** Prediction of the quantiles of a list from what is known of it, and from the pool of the other lists. */
export interface Model {
  readonly name: string;
  readonly predict: (list: AllocationList, pooled: Quantiles) => Quantiles;
}

/** Scores of a model, each the mean over the lists. */
export interface ModelScore {
  readonly name: string;
  /** Share of the wallets between p10 and p90. */
  readonly coverage: number;
  /** Pinball loss of ln (allocation / mean) at each quantile; lower is better. */
  readonly pinball: Quantiles;
}

const { allocationSpread, z90 } = RULESET_2026_3.expectedValue;

const lognormal = (kind: keyof typeof allocationSpread) => (): Quantiles => {
  const spread = allocationSpread[kind];
  const at = (z: number) => Math.exp(-(spread ** 2) / 2 + z * spread);
  return [at(-z90), at(0), at(z90)];
};
const each = ([p10, p50, p90]: Quantiles, convert: (ratio: number) => number): Quantiles => [
  convert(p10),
  convert(p50),
  convert(p90),
];
const least = ({ ratios }: AllocationList): number => ratios[0] ?? NaN;
const greatest = ({ ratios }: AllocationList): number => ratios.at(-1) ?? NaN;

/** The models of the page, from the least knowledge of a list to the most. */
export const MODELS: readonly Model[] = [
  { name: 'flat', predict: lognormal('flat') },
  { name: 'lognormal (points)', predict: lognormal('points') },
  { name: 'pooled', predict: (_, pooled) => pooled },
  { name: 'pooled, at least min', predict: (list, pooled) => each(pooled, (ratio) => Math.max(ratio, least(list))) },
  {
    name: 'pooled, moved to min with its mean',
    predict: (list, pooled) => each(pooled, (ratio) => least(list) + (1 - least(list)) * ratio),
  },
  {
    name: 'pooled, within min and max',
    predict: (list, pooled) => each(pooled, (ratio) => Math.min(greatest(list), Math.max(ratio, least(list)))),
  },
  { name: 'known quantiles', predict: ({ ratios }) => [quantileOf(ratios, 0.1), quantileOf(ratios, 0.5), quantileOf(ratios, 0.9)] }, // prettier-ignore
];

const quantileOf = (ascending: readonly number[], share: number): number =>
  ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? NaN;

/** Quantiles over several lists with the same weight for each, without one of them. */
export function pooledWithout(lists: readonly AllocationList[]): (left: AllocationList) => Quantiles {
  const merged = lists
    .flatMap((list) => list.ratios.map((ratio) => ({ ratio, list, weight: 1 / list.ratios.length })))
    .sort((a, b) => a.ratio - b.ratio);
  return (left) => {
    const others = lists.filter((list) => list !== left).length;
    let [below, at] = [0, 0];
    const quantile = (share: number): number => {
      for (; at < merged.length; at += 1) {
        const entry = merged[at];
        if (entry === undefined || entry.list === left) continue;
        if (below + entry.weight >= share * others) return entry.ratio;
        below += entry.weight;
      }
      return NaN;
    };
    return [quantile(0.1), quantile(0.5), quantile(0.9)];
  };
}

/** Scores models on lists, each of which is left out of the pool. @param pool - lists of the pool. */
export function scoreModels(lists: readonly AllocationList[], pool: readonly AllocationList[]): ModelScore[] {
  const pooledOf = pooledWithout(pool);
  const pooled = new Map(lists.map((list) => [list, pooledOf(list)]));
  return MODELS.map(({ name, predict }) => {
    const scored = lists.map((list) => {
      const predicted = predict(list, pooled.get(list) ?? [NaN, NaN, NaN]);
      return { coverage: coverageOf(list.ratios, predicted), pinball: pinballOf(list.ratios, predicted) };
    });
    const losses = SHARES.map((_, index) => mean(scored.map(({ pinball }) => pinball[index] ?? NaN)));
    const coverage = mean(scored.map((score) => score.coverage));
    return { name, coverage, pinball: losses as unknown as Quantiles };
  });
}

/** A ratio that equals a quantile but for rounding lies within. */
const ROUNDING = 1e-9;

function coverageOf(ratios: readonly number[], [p10, , p90]: Quantiles): number {
  const within = ratios.filter((ratio) => ratio >= p10 * (1 - ROUNDING) && ratio <= p90 * (1 + ROUNDING));
  return within.length / ratios.length;
}

/** Distance to the outcome, weighted so that the true quantile has the least mean. */
function pinballOf(ratios: readonly number[], predicted: Quantiles): Quantiles {
  const losses = SHARES.map((share, index) => {
    const forecast = Math.log(predicted[index] ?? NaN);
    return mean(
      ratios.map((ratio) => {
        const difference = Math.log(ratio) - forecast;
        return Math.max(share * difference, (share - 1) * difference);
      }),
    );
  });
  return losses as unknown as Quantiles;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
