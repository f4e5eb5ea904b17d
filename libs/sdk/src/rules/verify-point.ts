import { type HypePoint, type HypeSignalPoint, isPointMeasured } from '@droptrack/contracts';
import { exactMomentumOf, HYPE_RULES, levelOf } from '@droptrack/scoring';
import { type PublicHypeRules, publicRulesOf, type PublicSignalRule } from './public-rules';

/** Deviation of a series from the public rules. */
export interface SeriesFault {
  /** Path of the member, such as `signals.tvl_usd.contribution`. */
  path: string;
  /** Expected and actual value, for people. */
  message: string;
}

/** Verification result of one point. */
export interface PointVerdict {
  /** End of the bucket of the point, RFC 3339 UTC. */
  t: string;
  /** True when the point follows from the rules, and for a bucket without a point. */
  matches: boolean;
  /** Score in the response; null for a bucket without a point, and for a point that rests on no reading. */
  score: number | null;
  /** Score computed from values, means, weights, freshness and momentum; null without a score, and for an unknown ruleset. */
  recomputed: number | null;
  /** Deviations; empty when the point matches. */
  faults: SeriesFault[];
}

/** Maximum rounding difference of sums between two JavaScript engines. */
const TOLERANCE = 1e-9;

/**
 * Verifies one point. Each equation is verified separately, so that a deviation is reported at the member that causes it.
 *
 * The mean of a count needs 57 days of readings, the momentum of a signal 28, and freshness the age of a reading. A point
 * contains none of these, so the three are only checked against their range.
 *
 * @param version - version of the ruleset that the point was computed with.
 * @see docs/scoring.md, Hype
 */
export function verifyPoint(point: HypePoint, version: string): PointVerdict {
  if (point.score === null && point.confidence === null) return verdict(point, null, gapFaults(point));
  const rules = publicRulesOf(version);
  if (rules === null) return verdict(point, null, [unknownRuleset(version)]);
  return verifyScore(point, rules);
}

/** Deviation of a point or series of a ruleset that is newer than the package. */
export const unknownRuleset = (version: string): SeriesFault => ({
  path: 'ruleset',
  message: `is ${version}; this version of the package supports ${Object.keys(HYPE_RULES).join(', ')}`,
});

function verifyScore(point: HypePoint, rules: PublicHypeRules): PointVerdict {
  const known = new Set<string>(rules.signals.map(({ id }) => id));
  const faults: SeriesFault[] = Object.keys(point.signals)
    .filter((id) => !known.has(id))
    .map((id) => ({ path: `signals.${id}`, message: 'is not a signal of the ruleset' }));

  let confidence = 0;
  let reportedPoints = 0;
  let computedPoints = 0;
  for (const rule of rules.signals) {
    const signal = point.signals[rule.id];
    if (signal === undefined) continue;
    faults.push(...signalFaults(rule, signal, rules));
    confidence += signal.weight * signal.freshness;
    reportedPoints += signal.contribution;
    computedPoints += contributionOf(signal, normalizedOf(expectedLevel(rule, signal, rules), signal.momentum, rules));
  }
  confidence = Math.min(1, confidence);
  const prior = (1 - confidence) * rules.prior;
  faults.push(
    ...weightFaults(point, rules.signals),
    ...unequal('confidence', point.confidence, confidence),
    ...unequal('prior', point.prior, prior),
    ...pointMomentumFaults(point, rules),
    ...scoreFaults(point, reportedPoints + prior),
  );
  if (faults.length === 0) faults.push(...scoreFaults(point, computedPoints + prior));
  return verdict(point, point.score === null ? null : roundedScore(computedPoints + prior), faults);
}

const verdict = ({ t, score }: HypePoint, recomputed: number | null, faults: SeriesFault[]): PointVerdict => ({
  t,
  matches: faults.length === 0,
  score,
  recomputed,
  faults,
});

function gapFaults({ confidence, prior, momentum, signals }: HypePoint): SeriesFault[] {
  const message = 'must be empty in a point without a score';
  return [
    ...(confidence === null ? [] : [{ path: 'confidence', message }]),
    ...(prior === null ? [] : [{ path: 'prior', message }]),
    ...((momentum ?? null) === null ? [] : [{ path: 'momentum', message }]),
    ...Object.keys(signals).map((id) => ({ path: `signals.${id}`, message })),
  ];
}

function signalFaults(rule: PublicSignalRule, signal: HypeSignalPoint, rules: PublicHypeRules): SeriesFault[] {
  const { freshnessMin } = rules;
  const { value, freshness, level, momentum, normalized, contribution, status } = signal;
  const at = (member: string) => `signals.${rule.id}.${member}`;
  if (!(value >= 0 && value < Infinity)) return [{ path: at('value'), message: `must be 0 or above, is ${value}` }];
  return [
    ...meanFaults(rule, signal, rules, at('mean')),
    ...unequal(at('level'), level, expectedLevel(rule, signal, rules)),
    ...momentumFaults(rule, momentum, at('momentum')),
    ...unequal(at('normalized'), normalized, normalizedOf(level, momentum, rules)),
    ...unequal(at('contribution'), contribution, contributionOf(signal, normalized)),
    ...(freshness >= freshnessMin && freshness <= 1
      ? []
      : [{ path: at('freshness'), message: `must be from ${freshnessMin} to 1, is ${freshness}` }]),
    ...statusFaults(rule, signal, status, at('status')),
  ];
}

const isAveraged = ({ kind }: PublicSignalRule, { averaging }: PublicHypeRules): boolean =>
  averaging !== null && kind === 'count';

/** Level of the mean for a count of a ruleset that averages, otherwise of the value. */
const expectedLevel = (rule: PublicSignalRule, { mean, value }: HypeSignalPoint, rules: PublicHypeRules): number =>
  levelOf(rule, isAveraged(rule, rules) ? (mean ?? NaN) : value);

/** A mean is absent from responses of an API that is older than ruleset 2026.3. */
function meanFaults(
  rule: PublicSignalRule,
  { mean }: HypeSignalPoint,
  rules: PublicHypeRules,
  path: string,
): SeriesFault[] {
  const given = (mean as number | null | undefined) ?? null;
  if (!isAveraged(rule, rules))
    return given === null ? [] : [{ path, message: 'must be null: the level is that of the value' }];
  return given !== null && given >= 0 && given < Infinity
    ? []
    : [{ path, message: `must be 0 or above, is ${String(given)}` }];
}

/** Verifies the momentum of a point, which follows from its signals. */
function pointMomentumFaults({ momentum, signals }: HypePoint, rules: PublicHypeRules): SeriesFault[] {
  const given = (momentum as number | null | undefined) ?? null;
  const exact = exactMomentumOf(
    rules.signals.flatMap(({ id }) => signals[id] ?? []),
    rules,
  );
  const allowed: readonly (number | null)[] =
    exact === null ? [null] : [exact - TOLERANCE, exact + TOLERANCE].map(rounded);
  return allowed.includes(given)
    ? []
    : [{ path: 'momentum', message: `must be ${String(allowed[0])}, is ${String(given)}` }];
}

function momentumFaults(rule: PublicSignalRule, momentum: number | null, path: string): SeriesFault[] {
  if (momentum === null) return [];
  if (!rule.momentum) return [{ path, message: 'must be null: the signal has no momentum' }];
  return momentum >= 0 && momentum <= 1 ? [] : [{ path, message: `must be from 0 to 1, is ${momentum}` }];
}

function statusFaults(rule: PublicSignalRule, { freshness, weight }: HypeSignalPoint, status: string, path: string) {
  const fault = (message: string): SeriesFault[] => [{ path, message }];
  switch (status) {
    case 'ok':
      return freshness === 1 ? [] : fault('is ok, but freshness is below 1');
    case 'stale':
      return freshness < 1 && rule.aging !== null ? [] : fault('is stale, but freshness is 1');
    case 'suspect':
      return weight === 0 ? [] : fault('is suspect, but weight is above 0');
    default:
      return fault(`must be ok, stale or suspect, is ${status}`);
  }
}

/**
 * Verifies the weights. Each must be the weight of the ruleset divided by the same number: 1 minus the weights of those
 * absent signals that do not apply to the drop. A point does not contain which of its absent signals these are, so every
 * subset is accepted.
 */
function weightFaults({ signals }: HypePoint, rules: readonly PublicSignalRule[]): SeriesFault[] {
  const weighted = rules.flatMap((rule) => {
    const signal = signals[rule.id];
    return signal === undefined || signal.status === 'suspect' ? [] : [{ rule, weight: signal.weight }];
  });
  const [first] = weighted;
  if (first === undefined) return [];
  const applicable = first.rule.weight / first.weight;
  const absent = rules.filter(({ id }) => signals[id] === undefined).map(({ weight }) => weight);
  if (!remainders(absent).some((sum) => isClose(sum, applicable))) {
    const message = `${first.weight} is not its weight ${first.rule.weight}, rescaled for signals that do not apply`;
    return [{ path: `signals.${first.rule.id}.weight`, message }];
  }
  return weighted.flatMap(({ rule, weight }) => unequal(`signals.${rule.id}.weight`, weight, rule.weight / applicable));
}

/** 1 minus the sum of each subset of the weights; at most 512 numbers, as a point has at least one of ten signals. */
const remainders = (weights: readonly number[]): number[] =>
  weights.reduce<number[]>((sums, weight) => [...sums, ...sums.map((sum) => sum - weight)], [1]);

/** A point that rests on no reading has no score; an API from before that rule returns the prior, which is verified like any. */
function scoreFaults(point: HypePoint, exact: number): SeriesFault[] {
  const { score } = point;
  const isAllowed =
    score === null
      ? !isPointMeasured(point)
      : [exact - TOLERANCE, exact + TOLERANCE].some((near) => roundedScore(near) === score);
  if (isAllowed) return [];
  return [{ path: 'score', message: `must be ${roundedScore(exact)} (${exact} rounded), is ${score}` }];
}

const rounded = (exact: number): number => Math.floor(exact + 0.5);
const roundedScore = (exact: number): number => Math.min(100, Math.max(0, rounded(exact)));

const normalizedOf = (level: number, momentum: number | null, { momentum: { share } }: PublicHypeRules): number =>
  momentum === null ? level : (1 - share) * level + share * momentum;

const contributionOf = ({ weight, freshness }: HypeSignalPoint, normalized: number): number =>
  100 * weight * freshness * normalized;

/** False for values other than numbers. */
const isClose = (a: unknown, b: number): boolean => typeof a === 'number' && Math.abs(a - b) <= TOLERANCE;

const unequal = (path: string, actual: unknown, expected: number): SeriesFault[] =>
  isClose(actual, expected) ? [] : [{ path, message: `must be ${expected}, is ${String(actual)}` }];
