import { HYPE_BUCKETS, type HypeSeries } from '@droptrack/contracts';
import { type PublicHypeRules, publicRulesOf } from './public-rules';
import { type PointVerdict, type SeriesFault, unknownRuleset, verifyPoint } from './verify-point';

/** Verification result of a series. */
export interface SeriesVerdict {
  /**
   * True when all buckets and points follow from the rules. It does not cover `score`, `confidence`, `momentum` and
   * `delta_7d` of the series, which have no readings.
   */
  matches: boolean;
  /** Number of recomputed points. */
  checked: number;
  /** Number of buckets without a score. */
  gaps: number;
  /** Deviations of the series as a whole. */
  faults: SeriesFault[];
  /** Results of the points, one per bucket; empty for an unknown ruleset. */
  points: PointVerdict[];
}

const HOUR_MS = 3_600_000;

/**
 * Recomputes every point of a hype series from its readings with the public rules, and reports each deviation. A point with
 * a `ruleset` of its own is verified with that ruleset. Pure: it sends no request and reads no clock.
 *
 * A series does not contain the inputs of the mean of a count (57 days of readings), of the momentum of a signal (28 days)
 * and of freshness (age of a reading), so these are only checked against their range. `score`, `confidence`, `momentum` and
 * `delta_7d` of the series and the observation times of its signals are not verified: they are as of `as_of`, which can be
 * later than the last point. To rely on a score, use the score of the last point.
 *
 * @param series - response of {@link Drops.hype}.
 * @example
 * import { verifySeries } from '@droptrack/sdk';
 * const { matches, points } = verifySeries(await client.drops.hype('linea'));
 * const wrong = points.filter((point) => !point.matches);
 */
export function verifySeries(series: HypeSeries): SeriesVerdict {
  const rules = publicRulesOf(series.ruleset);
  if (rules === null) {
    return { matches: false, checked: 0, gaps: 0, faults: [unknownRuleset(series.ruleset)], points: [] };
  }
  const faults = [...bucketFaults(series), ...signalFaults(series, rules)];
  const points = series.data.map((point) => verifyPoint(point, point.ruleset ?? series.ruleset));
  const gaps = points.filter(({ score }) => score === null).length;
  return {
    matches: faults.length === 0 && points.every(({ matches }) => matches),
    checked: points.length - gaps,
    gaps,
    faults,
    points,
  };
}

/** Verifies the buckets: on UTC boundaries of the window, ascending and complete. */
function bucketFaults({ window, interval, from, to, data }: HypeSeries): SeriesFault[] {
  const buckets = HYPE_BUCKETS[window] as (typeof HYPE_BUCKETS)[typeof window] | undefined;
  if (buckets === undefined) return [{ path: 'window', message: `${String(window)} is not a window` }];
  const lengthMs = buckets.hours * HOUR_MS;
  const toMs = Date.parse(to);
  const startMs = toMs - buckets.count * lengthMs;
  const misplaced = data.findIndex(({ t }, index) => Date.parse(t) !== startMs + (index + 1) * lengthMs);
  return [
    ...(interval === buckets.interval ? [] : [{ path: 'interval', message: `must be ${buckets.interval}` }]),
    ...(toMs % lengthMs === 0 ? [] : [{ path: 'to', message: `is not a boundary of ${buckets.interval}` }]),
    ...(Date.parse(from) === startMs ? [] : [{ path: 'from', message: 'is not the start of the first bucket' }]),
    ...(data.length === buckets.count ? [] : [{ path: 'data', message: `must have ${buckets.count} buckets` }]),
    ...(misplaced === -1 ? [] : [{ path: `data.${misplaced}.t`, message: 'is not the end of its bucket' }]),
  ];
}

/** Verifies that the series has the signals of the ruleset, in its order and with its weights. */
function signalFaults({ signals }: HypeSeries, hype: PublicHypeRules): SeriesFault[] {
  return hype.signals.flatMap(({ id, weight }, index) => {
    const signal = signals[index];
    return signal?.id === id && signal.weight === weight
      ? []
      : [{ path: `signals.${index}`, message: `must be ${id} with weight ${weight}` }];
  });
}
