import type { SignalId } from '@droptrack/scoring';

/** Signals with readings: all but the calendar. */
export type ReadSignal = Exclude<SignalId, 'calendar_proximity'>;

/** Interval and curve of a signal. */
export interface SignalShape {
  readonly id: ReadSignal;
  /** Interval; instants of readings are multiples of it since the epoch. */
  readonly everyHours: number;
  /** Usual values of an unknown and of a famous drop. */
  readonly low: number;
  readonly high: number;
  /** Relative rise at an event. */
  readonly rise: number;
  /** Relative weekly variation, and relative noise. */
  readonly weekly: number;
  readonly noise: number;
  /** Hours between two knots of the noise, which is interpolated between them. */
  readonly knotHours: number;
  /** `rank`: rank among the first 15; `odds`: converges to the outcome. */
  readonly form: 'count' | 'amount' | 'rank' | 'odds';
}

const shape = (id: ReadSignal, everyHours: number, low: number, high: number, over: Partial<SignalShape> = {}) => ({
  id,
  everyHours,
  low,
  high,
  rise: 0.5,
  weekly: 0.08,
  noise: 0.15,
  knotHours: 12,
  form: 'count' as const,
  ...over,
});

/** Curves in the order of the ruleset. */
export const SHAPES: readonly SignalShape[] = [
  shape('farcaster_authors', 1, 4, 900, { rise: 1.6, weekly: 0.12 }),
  shape('tvl_usd', 6, 4e5, 6e8, { rise: 0.2, weekly: 0.02, noise: 0.06, knotHours: 24, form: 'amount' }),
  shape('active_wallets', 12, 120, 60_000, { rise: 0.6, weekly: 0.1, noise: 0.1, knotHours: 24 }),
  shape('reddit_authors', 1, 2, 160, { rise: 1.3, weekly: 0.12 }),
  shape('news_articles', 12, 0.4, 14, { rise: 1.8, weekly: 0.2, noise: 0.25, knotHours: 36 }),
  shape('search_trend', 1, 0, 1, { rise: 0.6, weekly: 0, noise: 0.12, knotHours: 18, form: 'rank' }),
  shape('dev_committers', 24, 1, 24, { rise: 0.15, weekly: 0, noise: 0.12, knotHours: 96 }),
  shape('market_probability', 6, 0.1, 0.8, { rise: 0, weekly: 0, noise: 0.25, knotHours: 48, form: 'odds' }),
  shape('governance_votes', 24, 20, 9_000, { rise: 0.3, weekly: 0.05, noise: 0.1, knotHours: 120 }),
];
