import { deriveHype, type DropDefinition } from '@droptrack/catalogue';
import {
  type Drop,
  HYPE_SIGNALS,
  type HypePoint,
  type HypeSeries,
  type HypeSignal,
  type HypeSignalPoint,
  isPointMeasured,
} from '@droptrack/contracts';
import type { StoredPoint, StoredScore, StoredSignal } from '@droptrack/persistence';
import { DEFAULT_RULESET, momentumOf, rulesetOf } from '@droptrack/scoring';
import type { HypeSpan } from './hype-span';

/** Current score of a drop in the view. */
export type ScoreState = Pick<StoredScore, 'delta7d' | 'momentum' | 'confidence' | 'ruleset' | 'signals'>;

/**
 * State of a drop that has not been scored yet: of its signals only the calendar is known; the others are missing or not
 * applicable.
 */
export function unscoredState(definition: DropDefinition, atMs: number): ScoreState {
  const { ruleset, signals } = deriveHype(definition, {}, atMs);
  const states = signals.map(({ id, status }) => [id, { status, observed_at: null }]);
  return { delta7d: null, momentum: null, confidence: 0, ruleset, signals: Object.fromEntries(states) };
}

/**
 * Series of a drop. Members are listed explicitly in the order of the contract, because the database does not preserve it.
 * The response adds `as_of`.
 *
 * @param points - at most one per bucket of the span, ascending.
 */
export function presentSeries(
  drop: Drop,
  span: HypeSpan,
  state: ScoreState,
  points: readonly StoredPoint[],
): Omit<HypeSeries, 'as_of'> {
  return {
    drop: drop.id,
    window: span.window,
    interval: span.interval,
    from: new Date(span.fromMs).toISOString(),
    to: new Date(span.toMs).toISOString(),
    ruleset: state.ruleset,
    score: drop.hype_score,
    delta_7d: state.delta7d === null ? null : drop.hype_delta_7d,
    momentum: state.momentum,
    confidence: state.confidence,
    signals: presentSignals(state),
    data: presentPoints(span, points, state.ruleset),
  };
}

/** Signals with the names and weights of the ruleset that computed the score; for an unknown ruleset, of the default one. */
function presentSignals({ signals, ruleset }: ScoreState): HypeSignal[] {
  return (rulesetOf(ruleset) ?? DEFAULT_RULESET).hype.signals.map(({ id, name, unit, weight, aging, source }) => ({
    id,
    name,
    unit,
    weight,
    half_life_hours: aging === null ? null : aging.halfLifeHours,
    source,
    status: signals[id]?.status ?? 'missing',
    observed_at: signals[id]?.observed_at ?? null,
  }));
}

/** One point per bucket; a bucket without a point is a gap and is not interpolated. */
function presentPoints({ endsMs }: HypeSpan, points: readonly StoredPoint[], ruleset: string): HypePoint[] {
  let next = 0;
  return endsMs.map((endMs) => {
    const point = points[next];
    const t = new Date(endMs).toISOString();
    if (point === undefined || point.hourMs > endMs)
      return { t, score: null, confidence: null, prior: null, momentum: null, signals: {} };
    next += 1;
    const signals = presentSignalPoints(point);
    return {
      t,
      score: publishedScore(point),
      confidence: point.confidence,
      prior: point.prior,
      momentum: presentMomentum(signals, point.ruleset),
      signals,
      ...(point.ruleset === ruleset ? {} : { ruleset: point.ruleset }),
    };
  });
}

/** Score of a point; null for one that rests on no reading. */
export const publishedScore = (point: Pick<StoredPoint, 'score' | 'signals'>): number | null =>
  isPointMeasured(point) ? point.score : null;

/** Momentum of a point; null by a ruleset that does not publish it, or that is unknown. */
export function presentMomentum(signals: HypePoint['signals'], version: string): number | null {
  const ruleset = rulesetOf(version);
  return ruleset === null ? null : momentumOf(Object.values(signals), ruleset.hype);
}

/** Signals of a point in the order of the contract. */
export function presentSignalPoints({ signals }: Pick<StoredPoint, 'signals'>): HypePoint['signals'] {
  const presented: HypePoint['signals'] = {};
  for (const id of HYPE_SIGNALS) {
    const signal = signals[id];
    if (signal !== undefined) presented[id] = presentSignalPoint(signal);
  }
  return presented;
}

const presentSignalPoint = (signal: StoredSignal): HypeSignalPoint => ({
  value: signal.value,
  weight: signal.weight,
  freshness: signal.freshness,
  mean: signal.mean ?? null,
  level: signal.level,
  momentum: signal.momentum,
  normalized: signal.normalized,
  contribution: signal.contribution,
  status: signal.status,
});
