import type { Drop } from '@droptrack/contracts';
import { RULESETS } from '@droptrack/scoring';
import { valueBasis } from '../derive/value-basis';
import { withMarket } from '../market/with-market';
import type { DropBody } from '../revision';
import { type DropRecord, latest, type Outcome, type Recorded, valueOrNull } from './outcome';

/** Instants of the forecasts that are scored: the last one before the outcome, and the one a week before it. */
export const HORIZONS = ['last', 'week'] as const;
export type Horizon = (typeof HORIZONS)[number];

const LEAD_MS: Readonly<Record<Horizon, number>> = { last: 1, week: 7 * 86_400_000 };

/** Instant of the forecast of an outcome, milliseconds since the epoch. */
export const forecastAtMs = ({ atMs }: Outcome, horizon: Horizon): number => atMs - LEAD_MS[horizon];

/** Forecast that was published before an outcome. */
export interface Forecast {
  /** Rulesets that compute the published value from definition, list and observations of that time. */
  readonly rulesets: readonly string[];
  /** Probability that the drop happens and pays; null while unknown. */
  readonly probability: number | null;
  /** Payout in USD, given that the drop pays; null while unknown. */
  readonly payout: { readonly p10: number; readonly p50: number; readonly p90: number } | null;
}

/**
 * Forecast that was in effect at a revision of the drop, from nothing recorded after it.
 *
 * The log states no ruleset of a published value. A ruleset is credited with it if it computes the same value from the same
 * definition and list; several can.
 *
 * @param published - last revision of the drop before the outcome, or before the week that precedes it.
 * @returns null if the drop was not published then, or no ruleset computes its value.
 */
export function forecastOf(record: DropRecord, published: Recorded<DropBody>): Forecast | null {
  const declared = latest(record.definitions, published.seq)?.body ?? null;
  if (declared === null || published.body === null) return null;
  const market = latest(record.markets, published.seq)?.body ?? null;
  const definition = withMarket(declared, market, published.recordedAtMs);
  const list = latest(record.lists, published.seq)?.body ?? null;
  const { ev_usd: value } = published.body;
  const matching = RULESETS.flatMap((ruleset) => {
    const derived = valueOrNull(definition, list, ruleset);
    return derived !== null && isSame(derived, value) ? [{ version: ruleset.version, derived }] : [];
  });
  const [first] = matching;
  if (first === undefined) return null;
  const { probability } = first.derived.used;
  // A payout that has taken place is no forecast.
  const isForecast = valueBasis(definition, first.derived) === 'forecast';
  return {
    rulesets: matching.map(({ version }) => version),
    probability,
    payout: isForecast && probability !== null && probability > 0 ? given(value, probability) : null,
  };
}

type Quantiles = Omit<Drop['ev_usd'], 'basis'>;

const isSame = (a: Quantiles, b: Quantiles): boolean => a.p10 === b.p10 && a.p50 === b.p50 && a.p90 === b.p90;

/** Quantiles of the payout without the factor of the probability. */
function given({ p10, p50, p90 }: Quantiles, probability: number): Forecast['payout'] {
  if (p10 === null || p50 === null || p90 === null) return null;
  return { p10: p10 / probability, p50: p50 / probability, p90: p90 / probability };
}
