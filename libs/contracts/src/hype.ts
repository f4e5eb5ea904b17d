/** All windows of a hype series. */
export const HYPE_WINDOWS = ['24h', '7d', '30d'] as const;
/** Window of a hype series: the time span that it covers. */
export type HypeWindow = (typeof HYPE_WINDOWS)[number];
/** Default window of a hype series. */
export const DEFAULT_HYPE_WINDOW: HypeWindow = '7d';

/** All bucket lengths of a hype series. */
export const HYPE_INTERVALS = ['1h', '6h', '1d'] as const;
/** Length of a bucket of a hype series. */
export type HypeInterval = (typeof HYPE_INTERVALS)[number];

/** Length and number of buckets per window. */
export const HYPE_BUCKETS = {
  '24h': { interval: '1h', hours: 1, count: 24 },
  '7d': { interval: '6h', hours: 6, count: 28 },
  '30d': { interval: '1d', hours: 24, count: 30 },
} as const satisfies Record<HypeWindow, { interval: HypeInterval; hours: number; count: number }>;

/** Earliest end of a hype series. Earlier than any point, and its series begins in a year of four digits. */
export const HYPE_TO_MIN = '2000-01-01T00:00:00.000Z';

/** The ten signals of the hype score, in the order of summation. */
export const HYPE_SIGNALS = [
  'farcaster_authors',
  'tvl_usd',
  'active_wallets',
  'reddit_authors',
  'news_articles',
  'search_trend',
  'dev_committers',
  'market_probability',
  'governance_votes',
  'calendar_proximity',
] as const;
/** Id of a signal. */
export type HypeSignalId = (typeof HYPE_SIGNALS)[number];

/** All statuses of a signal. */
export const HYPE_SIGNAL_STATUSES = ['ok', 'stale', 'missing', 'not_applicable', 'suspect'] as const;
/**
 * Status of a signal: has a fresh reading (`ok`), an aged reading (`stale`) or no reading (`missing`); cannot be measured
 * for this drop (`not_applicable`); or has a sudden jump, or since ruleset 2026.4 a high first level, that no other signal
 * confirms, which is ignored (`suspect`).
 */
export type HypeSignalStatus = (typeof HYPE_SIGNAL_STATUSES)[number];

/** Current state of one of the ten signals. */
export interface HypeSignal {
  /** Id of the signal. */
  id: HypeSignalId;
  /** Display name, such as `Value locked`. */
  name: string;
  /** Unit of a value with its time window, such as `unique authors / 24 h`. */
  unit: string;
  /** Nominal weight in the score, 0 to 1. The weights of the ten signals sum to 1. @minimum 0 @maximum 1 */
  weight: number;
  /** Time in hours in which the weight of an aged reading halves. Null for signals that do not age. @minimum 0 */
  half_life_hours: number | null;
  /** Source of the readings. */
  source: string;
  /** Current status of the signal. */
  status: HypeSignalStatus;
  /** Observation time of the latest reading. Null without a reading. @format date-time */
  observed_at: string | null;
}

/** Contribution of one signal to a point. */
export interface HypeSignalPoint {
  /** Value in the unit of the signal. @minimum 0 */
  value: number;
  /** Effective weight at the time of the point: rescaled to the applicable signals; 0 while `suspect`. @minimum 0 @maximum 1 */
  weight: number;
  /** Freshness of the reading: 1 while fresh, then decreasing to 0.1. @minimum 0 @maximum 1 */
  freshness: number;
  /** Mean of the daily values of the last 57 days, of which a day counts half for every 14 days of its age, and since ruleset 2026.4 of seven days of 0 before the first reading: the basis of `level` for counts since ruleset 2026.3. Null if `level` is that of `value`. @minimum 0 */
  mean: number | null;
  /** Level of `mean`, or of `value` if there is none, from 0 (none) to 1 (saturated). @minimum 0 @maximum 1 */
  level: number;
  /** Value compared with the signal's own last 28 days, 0 to 1; 0.5 is the usual level. Null without enough history. @minimum 0 @maximum 1 */
  momentum: number | null;
  /** Normalized value: the level; in rulesets 2026.1 and 2026.2, a weighted mean of level and momentum (0.6 and 0.4, 0.8 and 0.2). @minimum 0 @maximum 1 */
  normalized: number;
  /** Points that the signal contributes: 100 * weight * freshness * normalized. @minimum 0 @maximum 100 */
  contribution: number;
  /** Status of the signal at the time of the point. */
  status: HypeSignalStatus;
}

/** One bucket of a hype series, represented by its last point. */
export interface HypePoint {
  /** End of the bucket, inclusive. The bucket starts one interval earlier, exclusive. @format date-time */
  t: string;
  /** Hype score: the sum of all contributions and the prior, rounded. Null for a bucket without a point, and for a point that rests on no reading: its confidence is that of the calendar. @asType integer @nullable @minimum 0 @maximum 100 */
  score: number | null;
  /** Share of the total weight that rests on readings and the calendar, discounted by their age. @minimum 0 @maximum 1 */
  confidence: number | null;
  /** Points in place of the weight without readings: (1 - confidence) * 25. @minimum 0 @maximum 25 */
  prior: number | null;
  /** Attention compared with the usual level of the drop, which is 0: the weighted mean of the signals' momentum. Null if no signal has momentum, and in rulesets 2026.1 and 2026.2. @asType integer @nullable @minimum -100 @maximum 100 */
  momentum: number | null;
  /** Contributions by signal. Signals without a reading are omitted. */
  signals: { [Id in HypeSignalId]?: HypeSignalPoint };
  /** Ruleset that computed the point. Present only if it differs from `ruleset` of the series. */
  ruleset?: string;
}

/**
 * True for a signal of a score that is a reading. The calendar, which is known for every drop, is not a reading, and a
 * suspect reading has no weight.
 *
 * @param weight - effective weight in the score.
 */
export function isReadingOf(id: HypeSignalId, weight: number): boolean {
  return id !== 'calendar_proximity' && weight > 0;
}

/** True for a point that rests on a reading. */
export function isPointMeasured({
  signals,
}: {
  readonly signals: Readonly<Partial<Record<HypeSignalId, Pick<HypeSignalPoint, 'weight'>>>>;
}): boolean {
  return HYPE_SIGNALS.some((id) => isReadingOf(id, signals[id]?.weight ?? 0));
}

/** Response of GET /v1/drops/{id}/hype. */
export interface HypeSeries {
  /** Slug of the drop. @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64 */
  drop: string;
  /** Window of the series. */
  window: HypeWindow;
  /** Length of a bucket: `1h` for `24h`, `6h` for `7d`, `1d` for `30d`. */
  interval: HypeInterval;
  /** Start of the first bucket, exclusive. @format date-time */
  from: string;
  /** End of the last bucket: the last bucket boundary at or before the requested `to`, which is `as_of` by default. @format date-time */
  to: string;
  /** Version of the scoring rules that currently score the drop. */
  ruleset: string;
  /** Hype score of the drop at `as_of`. Null while no source has a reading. @asType integer @nullable @minimum 0 @maximum 100 */
  score: number | null;
  /** Change of the score over the last 7 days, in points. Null without a score, and without a measured one 7 days ago. @asType integer @nullable @minimum -100 @maximum 100 */
  delta_7d: number | null;
  /** Attention at `as_of` compared with the usual level of the drop, which is 0. Null if no signal has momentum, and in rulesets 2026.1 and 2026.2. @asType integer @nullable @minimum -100 @maximum 100 */
  momentum: number | null;
  /** Share of the total weight that rests on readings at `as_of`, discounted by their age. 0 while no source has a reading. @minimum 0 @maximum 1 */
  confidence: number;
  /** Current state of all ten signals, in the order of summation. */
  signals: HypeSignal[];
  /** Buckets in ascending order, without gaps. */
  data: HypePoint[];
  /** Instant up to which the response is complete. @format date-time */
  as_of: string;
}

/** Query of GET /v1/drops/{id}/hype. */
export interface HypeQuery {
  /** Window of the series: `24h` (24 buckets of 1 hour), `7d` (28 of 6 hours) or `30d` (30 of 1 day). */
  window?: HypeWindow;
  /** Ends the series at the last bucket boundary at or before this RFC 3339 instant, from 2000-01-01T00:00:00Z to `as_of`, its default. */
  to?: string;
}
