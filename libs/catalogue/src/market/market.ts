import type { Range } from '../definition';

/** Maximum age of an observation; an older one counts as unknown. */
export const OBSERVATION_AGE_MS_MAX = 24 * 3_600_000;

/** Value that a price source or a prediction market published, as opposed to a declared one. */
export interface Observed<T> {
  readonly value: T;
  /** Public page or resource that published it, https; null without one. */
  readonly url: string | null;
  /** Instant of the statement, RFC 3339 UTC with milliseconds. */
  readonly observed_at: string;
}

/** Observed price of a token. */
export interface ObservedPrice extends Observed<number> {
  /** CAIP-19. The price holds for this token only, whichever the drop declares later. */
  readonly token: string;
}

/** Latest observations of a drop; null for those that were never made. */
export interface Observations {
  /** USD, above 0. */
  readonly price_usd: ObservedPrice | null;
  /** Fully diluted value one day after the launch, USD. */
  readonly fdv_usd: Observed<Range> | null;
  /** Probability that the drop happens, 0 to 1. */
  readonly probability: Observed<number> | null;
  /**
   * Share of the tokens of all lists that was claimed, by the events of their distributors as of a block: 0 or above, and above 1 where
   * they pay more. It does not expire. Absent while no ledger of all lists is current.
   */
  readonly claimed_share?: Observed<number>;
  /** Of the same claims as the share. Absent while the token or its decimals are unknown, and without a claim. */
  readonly claimed_value?: Observed<ClaimedValue>;
  /** As of a block after the end of the last claim window. Absent before. */
  readonly claims_end?: Observed<ClaimsEnd>;
}

/** Worth of the claimed tokens of a drop when they were claimed, at the prices of the log. */
export interface ClaimedValue {
  /** CAIP-19 id of the token whose prices these are. */
  readonly token: string;
  /** Share of the claimed tokens for whose hour the log has a price, 0 to 1. */
  readonly priced_share: number;
  /** Sum over these, USD, rounded to cents; null while the share is below 0.9. */
  readonly usd: number | null;
  /** Mean price of one of these, weighted by the amounts, USD, four significant digits; null with the same share. */
  readonly price_usd: number | null;
}

/** The end of the claims of a drop. */
export interface ClaimsEnd {
  /** End of the last claim window, RFC 3339. */
  readonly ends_at: string;
  /** Tokens of all lists that were not claimed, in base units, an exact decimal string. */
  readonly left_at_end: string | null;
}

/** Shares claimed that are announced when a drop reaches them, in percent. */
export const CLAIM_THRESHOLDS = [25, 50, 75, 90] as const;
export type ClaimThreshold = (typeof CLAIM_THRESHOLDS)[number];

/** Thresholds that a share has reached, ascending. */
export const reachedThresholds = (share: number): readonly ClaimThreshold[] =>
  CLAIM_THRESHOLDS.filter((threshold) => share * 100 >= threshold);

/** Observations of a drop in the log; its id is the id of the drop. */
export interface MarketBody extends Observations {
  readonly drop: string;
}

/** True for an observation that has not expired at an instant, in milliseconds since the epoch. */
export const isCurrent = ({ observed_at }: Pick<Observed<unknown>, 'observed_at'>, atMs: number): boolean =>
  atMs - Date.parse(observed_at) <= OBSERVATION_AGE_MS_MAX;

/** First instant after `atMs` at which an observation has expired, milliseconds since the epoch; null without one. */
export function nextExpiryMs(market: Observations | null, atMs: number): number | null {
  if (market === null) return null;
  const { price_usd, fdv_usd, probability } = market;
  const expiries = [price_usd, fdv_usd, probability].flatMap((each) =>
    each === null || !isCurrent(each, atMs) ? [] : [Date.parse(each.observed_at) + OBSERVATION_AGE_MS_MAX + 1],
  );
  return expiries.length === 0 ? null : Math.min(...expiries);
}
