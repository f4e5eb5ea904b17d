import type { HypePoint, HypeSignalPoint } from '@droptrack/contracts';
import { HYPE_RULES, type HypeRules, hypeRulesOf, levelOf, type SignalRule } from '@droptrack/scoring';

/** Something that is not as the public rules make it. */
export interface SeriesFault {
  /** The member, such as `signals.tvl_usd.contribution`. */
  path: string;
  /** What it should be, and is; for people. */
  message: string;
}

/** What the rules make of one point. */
export interface PointVerdict {
  /** End of the bucket. */
  t: string;
  /** True also for a gap that is shown as one. */
  matches: boolean;
  /** As the API gave it; null for a gap. */
  score: number | null;
  /** As it follows from values, weights, freshness and momentum; null for a gap, and by unknown rules. */
  recomputed: number | null;
  /** Empty when the point matches. */
  faults: SeriesFault[];
}

/** Two engines may differ by this much in what they add up. */
const TOLERANCE = 1e-9;

/**
 * Checks one point: every equation of the rules by itself, so that a fault is named where it is.
 *
 * What cannot follow from a point is taken as given: the momentum, which needs 28 days, and
 * the freshness, which needs the age. Both are held to their range.
 *
 * @param version - of the ruleset that the point was made by.
 */
export function verifyPoint(point: HypePoint, version: string): PointVerdict {
  const { score } = point;
  if (score === null) return verdict(point, null, gapFaults(point));
  const rules = hypeRulesOf(version);
  if (rules === null) {
    const message = `is ${version}; this version of the package knows ${Object.keys(HYPE_RULES).join(', ')}`;
    return verdict(point, null, [{ path: 'ruleset', message }]);
  }
  return verifyScore(point, score, rules);
}

function verifyScore(point: HypePoint, score: number, rules: HypeRules): PointVerdict {
  const known = new Set<string>(rules.signals.map(({ id }) => id));
  const faults: SeriesFault[] = Object.keys(point.signals)
    .filter((id) => !known.has(id))
    .map((id) => ({ path: `signals.${id}`, message: 'is no signal of the ruleset' }));

  let confidence = 0;
  let givenPoints = 0;
  let ownPoints = 0;
  for (const rule of rules.signals) {
    const signal = point.signals[rule.id];
    if (signal === undefined) continue;
    faults.push(...signalFaults(rule, signal, rules));
    confidence += signal.weight * signal.freshness;
    givenPoints += signal.contribution;
    ownPoints += contributionOf(signal, normalizedOf(levelOf(rule, signal.value), signal.momentum, rules));
  }
  confidence = Math.min(1, confidence);
  const prior = (1 - confidence) * rules.prior;
  faults.push(
    ...weightFaults(point, rules.signals),
    ...unequal('confidence', point.confidence, confidence),
    ...unequal('prior', point.prior, prior),
    ...scoreFaults('score', score, givenPoints + prior),
  );
  const recomputed = roundedScore(ownPoints + prior);
  if (faults.length === 0) faults.push(...scoreFaults('score', score, ownPoints + prior));
  return verdict(point, recomputed, faults);
}

const verdict = ({ t, score }: HypePoint, recomputed: number | null, faults: SeriesFault[]): PointVerdict => ({
  t,
  matches: faults.length === 0,
  score,
  recomputed,
  faults,
});

function gapFaults({ confidence, prior, signals }: HypePoint): SeriesFault[] {
  const message = 'must be empty where there is no score';
  return [
    ...(confidence === null ? [] : [{ path: 'confidence', message }]),
    ...(prior === null ? [] : [{ path: 'prior', message }]),
    ...Object.keys(signals).map((id) => ({ path: `signals.${id}`, message })),
  ];
}

function signalFaults(rule: SignalRule, signal: HypeSignalPoint, rules: HypeRules): SeriesFault[] {
  const { freshnessMin } = rules;
  const { value, freshness, level, momentum, normalized, contribution, status } = signal;
  const at = (member: string) => `signals.${rule.id}.${member}`;
  if (!(value >= 0 && value < Infinity)) return [{ path: at('value'), message: `must be 0 or above, is ${value}` }];
  return [
    ...unequal(at('level'), level, levelOf(rule, value)),
    ...momentumFaults(rule, momentum, at('momentum')),
    ...unequal(at('normalized'), normalized, normalizedOf(level, momentum, rules)),
    ...unequal(at('contribution'), contribution, contributionOf(signal, normalized)),
    ...(freshness >= freshnessMin && freshness <= 1
      ? []
      : [{ path: at('freshness'), message: `must be from ${freshnessMin} to 1, is ${freshness}` }]),
    ...statusFaults(rule, signal, status, at('status')),
  ];
}

function momentumFaults(rule: SignalRule, momentum: number | null, path: string): SeriesFault[] {
  if (momentum === null) return [];
  if (!rule.momentum) return [{ path, message: 'must be null: the signal has none' }];
  return momentum >= 0 && momentum <= 1 ? [] : [{ path, message: `must be from 0 to 1, is ${momentum}` }];
}

function statusFaults(rule: SignalRule, { freshness, weight }: HypeSignalPoint, status: string, path: string) {
  const fault = (message: string): SeriesFault[] => [{ path, message }];
  switch (status) {
    case 'ok':
      return freshness === 1 ? [] : fault('is ok, but the reading is not fresh');
    case 'stale':
      return freshness < 1 && rule.aging !== null ? [] : fault('is stale, but the reading is fresh');
    case 'suspect':
      return weight === 0 ? [] : fault('is suspect, but has weight');
    default:
      return fault(`must be ok, stale or suspect, is ${status}`);
  }
}

/**
 * All weights must be nominal ones, rescaled by one figure: what is left of 1 when some of the
 * signals that are not shown are taken out.
 */
function weightFaults({ signals }: HypePoint, rules: readonly SignalRule[]): SeriesFault[] {
  const weighed = rules.flatMap((rule) => {
    const signal = signals[rule.id];
    return signal === undefined || signal.status === 'suspect' ? [] : [{ rule, weight: signal.weight }];
  });
  const [first] = weighed;
  if (first === undefined) return [];
  const applicable = first.rule.weight / first.weight;
  const absent = rules.filter(({ id }) => signals[id] === undefined).map(({ weight }) => weight);
  if (!remainders(absent).some((sum) => isClose(sum, applicable))) {
    const message = `${first.weight} is not its ${first.rule.weight}, rescaled for signals that are not to be had`;
    return [{ path: `signals.${first.rule.id}.weight`, message }];
  }
  return weighed.flatMap(({ rule, weight }) => unequal(`signals.${rule.id}.weight`, weight, rule.weight / applicable));
}

/** What is left of 1 after each choice of weights is taken out: at most 512 of them. */
const remainders = (weights: readonly number[]): number[] =>
  weights.reduce<number[]>((sums, weight) => [...sums, ...sums.map((sum) => sum - weight)], [1]);

function scoreFaults(path: string, score: number, exact: number): SeriesFault[] {
  const isEither = [exact - TOLERANCE, exact + TOLERANCE].some((near) => roundedScore(near) === score);
  return isEither ? [] : [{ path, message: `must be ${roundedScore(exact)} (${exact} rounded), is ${score}` }];
}

const roundedScore = (exact: number): number => Math.min(100, Math.max(0, Math.floor(exact + 0.5)));

const normalizedOf = (level: number, momentum: number | null, { momentum: { share } }: HypeRules): number =>
  momentum === null ? level : (1 - share) * level + share * momentum;

const contributionOf = ({ weight, freshness }: HypeSignalPoint, normalized: number): number =>
  100 * weight * freshness * normalized;

/** False for whatever is no number. */
const isClose = (a: unknown, b: number): boolean => typeof a === 'number' && Math.abs(a - b) <= TOLERANCE;

const unequal = (path: string, given: unknown, expected: number): SeriesFault[] =>
  isClose(given, expected) ? [] : [{ path, message: `must be ${expected}, is ${String(given)}` }];
