import { HYPE_BUCKETS, type HypePoint, type HypeSeries, type HypeWindow, isPointMeasured } from '@droptrack/contracts';
import { DEFAULT_RULESET, type HypeInput, type Ruleset, scoreHype } from '@droptrack/scoring';

const HOUR_MS = 3_600_000;
/** End of the last bucket of every series in the tests. */
export const TO_MS = Date.parse('2026-08-22T00:00:00.000Z');

export const gap = (atMs: number): HypePoint => ({
  t: new Date(atMs).toISOString(),
  score: null,
  confidence: null,
  prior: null,
  momentum: null,
  signals: {},
});

/** Point as the API returns it. */
export function pointOf(atMs: number, known: HypeInput['signals'], ruleset = DEFAULT_RULESET): HypePoint {
  const { score, confidence, prior, momentum, signals } = scoreHype({ atMs, signals: known }, ruleset);
  const read = signals.filter(({ value }) => value !== null);
  const parts = Object.fromEntries(read.map(({ id, z: _, ...signal }) => [id, signal])) as HypePoint['signals'];
  const isMeasured = isPointMeasured({ signals: parts });
  return {
    t: new Date(atMs).toISOString(),
    score: isMeasured ? score : null,
    confidence,
    prior,
    momentum,
    signals: parts,
  };
}

/** Series with these points in its last buckets, as of the last point. */
export function seriesOf(
  points: readonly HypePoint[],
  window: HypeWindow = '24h',
  ruleset: Ruleset = DEFAULT_RULESET,
): HypeSeries {
  const { interval, hours, count } = HYPE_BUCKETS[window];
  const fromMs = TO_MS - count * hours * HOUR_MS;
  const gaps = Array.from({ length: count - points.length }, (_, index) => gap(fromMs + (index + 1) * hours * HOUR_MS));
  const last = points.at(-1);
  return {
    drop: 'linea',
    window,
    interval,
    from: new Date(fromMs).toISOString(),
    to: new Date(TO_MS).toISOString(),
    ruleset: ruleset.version,
    score: last?.score ?? null,
    delta_7d: null,
    momentum: last?.momentum ?? null,
    confidence: last?.confidence ?? 0,
    signals: ruleset.hype.signals.map(({ id, name, unit, weight, aging, source }) => ({
      id,
      name,
      unit,
      weight,
      half_life_hours: aging?.halfLifeHours ?? null,
      source,
      status: last?.signals[id]?.status ?? 'missing',
      observed_at: null,
    })),
    data: [...gaps, ...points],
    as_of: new Date(TO_MS).toISOString(),
  };
}
