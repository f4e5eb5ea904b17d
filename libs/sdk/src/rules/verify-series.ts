import { HYPE_BUCKETS, type HypeSeries } from '@droptrack/contracts';
import { HYPE_RULES, type HypeRules, hypeRulesOf } from '@droptrack/scoring';
import { type PointVerdict, type SeriesFault, verifyPoint } from './verify-point';

/** What the public rules make of a series. */
export interface SeriesVerdict {
  /**
   * Whether its buckets and all of their points are as the rules make them. That says nothing of the `score`,
   * `confidence` and `delta_7d` of the series itself, which show no readings.
   */
  matches: boolean;
  /** Points that were recomputed. */
  checked: number;
  /** Buckets without a point. */
  gaps: number;
  /** Of the series as a whole; empty when there are none. */
  faults: SeriesFault[];
  /** One for each bucket; empty for a ruleset that this version of the package does not know. */
  points: PointVerdict[];
}

const HOUR_MS = 3_600_000;

/**
 * Recomputes every point of a hype series from the readings that it shows, by the public rules,
 * and says which match and which do not, and why. Nobody has to trust a score. A point that was
 * made by other rules than the series names is checked by its own.
 *
 * Pure: no request, no clock. What a series does not show is taken as given: the momentum, which
 * compares with 28 days, and the freshness, which needs the age of a reading.
 *
 * Not checked are `score`, `confidence` and `delta_7d` at the top of the series, and when its signals were observed: they
 * are as of `as_of`, which may be later than the last point, and the change may reach back further than the window. To
 * rely on a score, use that of the last point.
 *
 * @example
 * import { verifySeries } from '@droptrack/sdk';
 * const { matches, points } = verifySeries(await client.drops.hype('linea'));
 * const wrong = points.filter((point) => !point.matches);
 */
export function verifySeries(series: HypeSeries): SeriesVerdict {
  const rules = hypeRulesOf(series.ruleset);
  if (rules === null) {
    const message = `is ${series.ruleset}; this version of the package knows ${Object.keys(HYPE_RULES).join(', ')}`;
    return { matches: false, checked: 0, gaps: 0, faults: [{ path: 'ruleset', message }], points: [] };
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

/** The buckets must be those of the window: on UTC boundaries, ascending, none left out. */
function bucketFaults({ window, interval, from, to, data }: HypeSeries): SeriesFault[] {
  const buckets = HYPE_BUCKETS[window] as (typeof HYPE_BUCKETS)[typeof window] | undefined;
  if (buckets === undefined) return [{ path: 'window', message: `is ${String(window)}, and is none` }];
  const lengthMs = buckets.hours * HOUR_MS;
  const toMs = Date.parse(to);
  const startMs = toMs - buckets.count * lengthMs;
  const misplaced = data.findIndex(({ t }, index) => Date.parse(t) !== startMs + (index + 1) * lengthMs);
  return [
    ...(interval === buckets.interval ? [] : [{ path: 'interval', message: `must be ${buckets.interval}` }]),
    ...(toMs % lengthMs === 0 ? [] : [{ path: 'to', message: `is no boundary of ${buckets.interval}` }]),
    ...(Date.parse(from) === startMs ? [] : [{ path: 'from', message: 'is not the start of the first bucket' }]),
    ...(data.length === buckets.count ? [] : [{ path: 'data', message: `must have ${buckets.count} buckets` }]),
    ...(misplaced === -1 ? [] : [{ path: `data.${misplaced}.t`, message: 'is not the end of its bucket' }]),
  ];
}

/** The ten signals of the ruleset, in its order, with its weights. */
function signalFaults({ signals }: HypeSeries, hype: HypeRules): SeriesFault[] {
  return hype.signals.flatMap(({ id, weight }, index) => {
    const given = signals[index];
    return given?.id === id && given.weight === weight
      ? []
      : [{ path: `signals.${index}`, message: `must be ${id} with weight ${weight}` }];
  });
}
