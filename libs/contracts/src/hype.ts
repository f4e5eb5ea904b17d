/** Spans of a hype series; the second is the default. */
export const HYPE_WINDOWS = ['24h', '7d', '30d'] as const;
/** Span of a hype series. */
export type HypeWindow = (typeof HYPE_WINDOWS)[number];
/** What a series spans when nothing is asked for. */
export const DEFAULT_HYPE_WINDOW: HypeWindow = '7d';

/** Lengths of the buckets that a series is made of. */
export const HYPE_INTERVALS = ['1h', '6h', '1d'] as const;
/** Length of a bucket. */
export type HypeInterval = (typeof HYPE_INTERVALS)[number];

/** What each window is made of: buckets of one length, and how many. */
export const HYPE_BUCKETS = {
  '24h': { interval: '1h', hours: 1, count: 24 },
  '7d': { interval: '6h', hours: 6, count: 28 },
  '30d': { interval: '1d', hours: 24, count: 30 },
} as const satisfies Record<HypeWindow, { interval: HypeInterval; hours: number; count: number }>;

/** The ten inputs of the hype score, in the order in which they are summed. */
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
/** Name of a signal. */
export type HypeSignalId = (typeof HYPE_SIGNALS)[number];

/** How a signal stands: fresh, aged, without a reading, not to be had for this drop, or held back as a lone jump. */
export const HYPE_SIGNAL_STATUSES = ['ok', 'stale', 'missing', 'not_applicable', 'suspect'] as const;
/** How a signal stands. */
export type HypeSignalStatus = (typeof HYPE_SIGNAL_STATUSES)[number];

/** One of the ten signals, as it stands now. */
export interface HypeSignal {
  /** Which of the ten. */
  id: HypeSignalId;
  /** For people: `Value locked`. */
  name: string;
  /** What a value counts, with its window: `unique authors / 24 h`. */
  unit: string;
  /** Nominal share of the score, 0 to 1; the ten sum to 1. @minimum 0 @maximum 1 */
  weight: number;
  /** Hours in which a reading that is no longer fresh loses half of its weight; null for what never ages. @minimum 0 */
  half_life_hours: number | null;
  /** Who is asked for readings. */
  source: string;
  /** How the signal stands now. */
  status: HypeSignalStatus;
  /** When the latest reading was true; null without one. @format date-time */
  observed_at: string | null;
}

/** What one signal gave a point. */
export interface HypeSignalPoint {
  /** In the signal's own unit. @minimum 0 */
  value: number;
  /** In force then: after what the drop cannot have was taken out, and 0 while `suspect`. @minimum 0 @maximum 1 */
  weight: number;
  /** 1 while fresh, falling to 0.1. @minimum 0 @maximum 1 */
  freshness: number;
  /** Where the value stands between nothing and saturation. @minimum 0 @maximum 1 */
  level: number;
  /** Where it stands against its own 28 days; null for signals without a past to compare with. @minimum 0 @maximum 1 */
  momentum: number | null;
  /** What the signal counts: level and momentum in the shares of the ruleset, 0.6 and 0.4 by 2026.1, or the level alone. @minimum 0 @maximum 1 */
  normalized: number;
  /** Points: 100 * weight * freshness * normalized. @minimum 0 @maximum 100 */
  contribution: number;
  /** How the reading stood then. */
  status: HypeSignalStatus;
}

/** One bucket of a series: the last point computed in it. */
export interface HypePoint {
  /** End of the bucket, inclusive; it begins one interval before. @format date-time */
  t: string;
  /** All contributions and the prior, rounded; null where there is no point. @asType integer @nullable @minimum 0 @maximum 100 */
  score: number | null;
  /** How much of the weight had fresh readings. @minimum 0 @maximum 1 */
  confidence: number | null;
  /** Points for the weight that had none: (1 - confidence) * 25. @minimum 0 @maximum 25 */
  prior: number | null;
  /** Only signals that had a reading. */
  signals: { [Id in HypeSignalId]?: HypeSignalPoint };
  /** Version of the rules that the point was made by, where it is another than that of the series. */
  ruleset?: string;
}

/** Answer of GET /v1/drops/{id}/hype. */
export interface HypeSeries {
  /** Slug of the drop. @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64 */
  drop: string;
  /** What was asked for. */
  window: HypeWindow;
  /** Length of a bucket: `1h` of 24 h, `6h` of 7 days, `1d` of 30 days. */
  interval: HypeInterval;
  /** Start of the first bucket, exclusive. @format date-time */
  from: string;
  /** End of the last bucket: the last bucket boundary at or before `as_of`. @format date-time */
  to: string;
  /** Version of the rules that the drop is scored by now. */
  ruleset: string;
  /** Hype score of the drop at `as_of`. @asType integer @minimum 0 @maximum 100 */
  score: number;
  /** Its change over 7 days; null where the history is shorter. @asType integer @nullable @minimum -100 @maximum 100 */
  delta_7d: number | null;
  /** How much of the weight has fresh readings. @minimum 0 @maximum 1 */
  confidence: number;
  /** All ten, in the order in which they are summed. */
  signals: HypeSignal[];
  /** Ascending, without gaps. */
  data: HypePoint[];
  /** The instant up to which the answer is complete. @format date-time */
  as_of: string;
}

/** Query of GET /v1/drops/{id}/hype. */
export interface HypeQuery {
  /** Span of the series: 24 buckets of 1 hour, 28 of 6 hours (the default) or 30 of 1 day. */
  window?: HypeWindow;
}
