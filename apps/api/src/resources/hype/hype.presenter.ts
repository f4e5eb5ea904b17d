import { deriveHype, type DropDefinition } from '@droptrack/catalogue';
import {
  type Drop,
  HYPE_SIGNALS,
  type HypePoint,
  type HypeSeries,
  type HypeSignal,
  type HypeSignalPoint,
} from '@droptrack/contracts';
import type { StoredPoint, StoredScore } from '@droptrack/persistence';
import { DEFAULT_RULESET, rulesetOf } from '@droptrack/scoring';
import type { HypeSpan } from './hype-span';

/** How the score of a drop that is shown stands. */
export type ScoreState = Pick<StoredScore, 'delta7d' | 'confidence' | 'ruleset' | 'signals'>;

/**
 * How the score of a drop stands that nobody has scored yet: it shows what its calendar
 * alone gives, which is always known. No reading is, so the rest is missing, or not to be had.
 */
export function unscoredState(definition: DropDefinition, atMs: number): ScoreState {
  const { confidence, ruleset, signals } = deriveHype(definition, {}, atMs);
  const states = signals.map(({ id, status }) => [id, { status, observed_at: null }]);
  return { delta7d: null, confidence, ruleset, signals: Object.fromEntries(states) };
}

/**
 * The series of a drop. Every member is named, in the order of the contract: the storage
 * orders keys its own way. `as_of` is added by whoever sends it.
 *
 * @param points - at most one for each bucket of the span, ascending.
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
    confidence: state.confidence,
    signals: presentSignals(state),
    data: presentPoints(span, points, state.ruleset),
  };
}

/** Names and weights are those of the rules that the score was made by; of unknown ones those that we would score by. */
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

/** One for each bucket; one without a point is a gap, never drawn through. */
function presentPoints({ endsMs }: HypeSpan, points: readonly StoredPoint[], ruleset: string): HypePoint[] {
  let next = 0;
  return endsMs.map((endMs) => {
    const point = points[next];
    const t = new Date(endMs).toISOString();
    if (point === undefined || point.hourMs > endMs)
      return { t, score: null, confidence: null, prior: null, signals: {} };
    next += 1;
    return {
      t,
      score: point.score,
      confidence: point.confidence,
      prior: point.prior,
      signals: presentSignalPoints(point),
      ...(point.ruleset === ruleset ? {} : { ruleset: point.ruleset }),
    };
  });
}

/** The signals of a point in the order of the contract. */
export function presentSignalPoints({ signals }: Pick<StoredPoint, 'signals'>): HypePoint['signals'] {
  const presented: HypePoint['signals'] = {};
  for (const id of HYPE_SIGNALS) {
    const signal = signals[id];
    if (signal !== undefined) presented[id] = presentSignalPoint(signal);
  }
  return presented;
}

const presentSignalPoint = (signal: HypeSignalPoint): HypeSignalPoint => ({
  value: signal.value,
  weight: signal.weight,
  freshness: signal.freshness,
  level: signal.level,
  momentum: signal.momentum,
  normalized: signal.normalized,
  contribution: signal.contribution,
  status: signal.status,
});
