import { RULESET_VERSIONS } from '@droptrack/scoring';
import type { DropBody } from '../revision';
import { type Forecast, forecastAtMs, forecastOf, HORIZONS, type Horizon } from './forecast';
import { type DropRecord, isKnownFromStart, latest, outcomeOf, type Recorded } from './outcome';
import { type CalibrationScores, type ScoredForecast, scoresOf } from './scores';

/** Scores of a ruleset at a horizon. */
export interface CalibrationRow extends CalibrationScores {
  readonly ruleset: string;
  readonly horizon: Horizon;
}

/** Record of the forecasts in a log. */
export interface Calibration {
  readonly drops: number;
  /** Drops without an outcome yet. */
  readonly open: number;
  /** Open drops with a published forecast of the payout, and those with a probability. */
  readonly openWithPayout: number;
  readonly openWithProbability: number;
  /** Drops that have happened or were cancelled. */
  readonly closed: number;
  /** Closed drops with a forecast of payout or probability before the outcome. */
  readonly scored: number;
  /** Drops whose payout was known when they were first recorded; they never count. */
  readonly knownFromStart: number;
  /** One row per ruleset and horizon with a forecast, in the order of rulesets and {@link HORIZONS}. */
  readonly rows: readonly CalibrationRow[];
}

/** Reads the last revision of a drop at or before an instant; null without one. */
type ReadPublished = (drop: string, atMs: number) => Promise<Recorded<DropBody> | null>;

/**
 * Scores every forecast whose outcome is known, from what was recorded before the outcome.
 *
 * @param nowMs - instant up to which the log was read, milliseconds since the epoch.
 */
export async function calibrate(
  records: readonly DropRecord[],
  readPublished: ReadPublished,
  nowMs: number,
): Promise<Calibration> {
  const current = records.filter(({ definitions }) => (latest(definitions)?.body ?? null) !== null);
  const candidates = current.filter((record) => !isKnownFromStart(record));
  const scored: ScoredForecast[] = [];
  const open: (Forecast | null)[] = [];
  let scoredDrops = 0;
  for (const record of candidates) {
    const outcome = outcomeOf(record, nowMs);
    if (outcome === null) {
      open.push(await publishedForecast(record, readPublished, nowMs));
      continue;
    }
    const before = scored.length;
    for (const horizon of HORIZONS) {
      const forecast = await publishedForecast(record, readPublished, forecastAtMs(outcome, horizon));
      if (forecast !== null) scored.push({ horizon, forecast, outcome });
    }
    if (scored.length > before) scoredDrops += 1;
  }
  return {
    drops: current.length,
    open: open.length,
    openWithPayout: open.filter((forecast) => (forecast?.payout ?? null) !== null).length,
    openWithProbability: open.filter((forecast) => (forecast?.probability ?? null) !== null).length,
    closed: candidates.length - open.length,
    scored: scoredDrops,
    knownFromStart: current.length - candidates.length,
    rows: rowsOf(scored),
  };
}

/** Forecast of payout or probability that was published at an instant; null without one. */
async function publishedForecast(
  record: DropRecord,
  readPublished: ReadPublished,
  atMs: number,
): Promise<Forecast | null> {
  const published = await readPublished(record.drop, atMs);
  const forecast = published === null ? null : forecastOf(record, published);
  return forecast === null || (forecast.payout === null && forecast.probability === null) ? null : forecast;
}

function rowsOf(scored: readonly ScoredForecast[]): CalibrationRow[] {
  return RULESET_VERSIONS.flatMap((ruleset) =>
    HORIZONS.flatMap((horizon) => {
      const own = scored.filter((each) => each.horizon === horizon && each.forecast.rulesets.includes(ruleset));
      return own.length === 0 ? [] : [{ ruleset, horizon, ...scoresOf(own) }];
    }),
  );
}
