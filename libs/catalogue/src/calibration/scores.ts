import type { Forecast, Horizon } from './forecast';
import type { Outcome, RealisedPayout } from './outcome';

/** Forecast of a drop with its outcome. */
export interface ScoredForecast {
  readonly horizon: Horizon;
  readonly forecast: Forecast;
  readonly outcome: Outcome;
}

/** Scores of the forecasts of one ruleset at one horizon. Null without a forecast to score. */
export interface CalibrationScores {
  /** Drops with a forecast of the payout and a realised one. */
  readonly payouts: number;
  /** Those whose payouts are the amounts of a published list. */
  readonly listed: number;
  /** Those at the price at which the tokens were claimed; the others are at that of the launch. */
  readonly atClaim: number;
  /** Share of the wallets between p10 and p90; 0.8 for a perfect forecaster. */
  readonly coverage: number | null;
  /** Standard error of the coverage of a perfect forecaster with that many independent drops. */
  readonly coverageError: number | null;
  /** Mean pinball loss of ln USD at each quantile; lower is better. */
  readonly pinball: { readonly p10: number; readonly p50: number; readonly p90: number } | null;
  /** Drops with a probability that have happened or were cancelled. */
  readonly probabilities: number;
  /** Mean square of probability - outcome: 0 is perfect, 0.25 is that of always 0.5. */
  readonly brier: number | null;
}

/** z at the middle of each twentieth of a normal distribution above its median; those below are their negatives. */
const Z_OF_TWENTIETHS = [
  0.0627067779, 0.1891184263, 0.318639364, 0.4537621902, 0.597760126, 0.7554150264, 0.9345892911, 1.1503493804,
  1.4395314709, 1.9599639845,
];
const Z90 = 1.2815515655;
const NOMINAL = 0.8;
/** Amounts are rounded to cents; one that was rounded to 0 counts as half a cent. */
const USD_MIN = 0.005;

/** Scores of forecasts. A drop with ten times the wallets of another has the same weight. */
export function scoresOf(forecasts: readonly ScoredForecast[]): CalibrationScores {
  const paid = forecasts.flatMap(({ forecast: { payout: predicted }, outcome: { payout } }) =>
    predicted === null || payout === null ? [] : [{ predicted, payout, wallets: walletsOf(payout) }],
  );
  const loss = (share: number, of: 'p10' | 'p50' | 'p90') =>
    mean(paid.map(({ predicted, wallets }) => mean(wallets.map((ln) => pinball(share, logarithm(predicted[of]), ln)))));
  const guesses = forecasts.flatMap(({ forecast: { probability }, outcome: { happened } }) =>
    probability === null ? [] : [(probability - (happened ? 1 : 0)) ** 2],
  );
  const isEmpty = paid.length === 0;
  return {
    payouts: paid.length,
    listed: paid.filter(({ payout }) => payout.listed).length,
    atClaim: paid.filter(({ payout }) => payout.atClaim).length,
    coverage: isEmpty ? null : mean(paid.map(({ predicted, wallets }) => coverageOf(predicted, wallets))),
    coverageError: isEmpty ? null : Math.sqrt((NOMINAL * (1 - NOMINAL)) / paid.length),
    pinball: isEmpty ? null : { p10: loss(0.1, 'p10'), p50: loss(0.5, 'p50'), p90: loss(0.9, 'p90') },
    probabilities: guesses.length,
    brier: guesses.length === 0 ? null : mean(guesses),
  };
}

/**
 * Logarithms of the payouts of twenty wallets, each in the middle of a twentieth of all wallets: lognormal on either side of the
 * median, through p10 and p90.
 */
function walletsOf({ p10, p50, p90 }: RealisedPayout): number[] {
  const [low, middle, high] = [logarithm(p10), logarithm(p50), logarithm(p90)];
  return Z_OF_TWENTIETHS.flatMap((z) => [middle - (z / Z90) * (middle - low), middle + (z / Z90) * (high - middle)]);
}

function coverageOf({ p10, p90 }: NonNullable<Forecast['payout']>, wallets: readonly number[]): number {
  return mean(wallets.map((ln) => (logarithm(p10) <= ln && ln <= logarithm(p90) ? 1 : 0)));
}

/** Loss of a quantile: the distance to the outcome, weighted so that the true quantile has the least mean loss. */
const pinball = (share: number, predicted: number, actual: number): number =>
  Math.max(share * (actual - predicted), (share - 1) * (actual - predicted));

const logarithm = (usd: number): number => Math.log(Math.max(usd, USD_MIN));
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
