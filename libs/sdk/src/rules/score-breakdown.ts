import type { HypePoint, HypeSeries, HypeSignalPoint } from '@droptrack/contracts';
import { DEFAULT_RULESET, rulesetOf, type SignalRule } from '@droptrack/scoring';

/** What one signal added to a score, for people and for programs. */
export interface ScorePart extends HypeSignalPoint {
  /** Id of the ruleset: `tvl_usd`. */
  id: string;
  /** `Value locked`. */
  name: string;
  /** One sentence in plain English. */
  text: string;
}

/** How a score came about. */
export interface ScoreBreakdown {
  /** End of the bucket, RFC 3339 UTC. */
  t: string;
  /** Integer from 0 to 100. */
  score: number;
  /** Points before rounding. */
  exact: number;
  /** How much of the weight had fresh readings, 0 to 1. */
  confidence: number;
  /** Points for the weight that had none. */
  prior: number;
  /** The largest contribution first. */
  parts: ScorePart[];
  /** Names of the signals that had no reading, or that the drop cannot have. */
  absent: string[];
  /** All of it in plain English, one line each. */
  text: string;
}

/**
 * Tells a hype score in words, signal by signal, the largest contribution first.
 *
 * @param from - a point; of a series its last one that is no gap.
 * @returns null for a gap, and for a series of nothing else.
 * @example
 * import { explainScore } from '@droptrack/sdk';
 * console.log(explainScore(await client.drops.hype('linea'))?.text);
 */
export function explainScore(from: HypePoint | HypeSeries): ScoreBreakdown | null {
  const point = 'data' in from ? from.data.findLast(({ score }) => score !== null) : from;
  if (point === undefined || point.score === null || point.confidence === null || point.prior === null) return null;
  const { t, score, confidence, prior } = point;
  const rules = rulesNamed(point.ruleset ?? ('data' in from ? from.ruleset : undefined));
  const parts = partsOf(point, rules);
  const exact = parts.reduce((sum, { contribution }) => sum + contribution, 0) + prior;
  const absent = rules.filter(({ id }) => point.signals[id] === undefined).map(({ name }) => name);
  const text = [
    `${t}: ${score} of 100`,
    ...parts.map((part) => `${signed(part.contribution)}  ${part.name}: ${part.text}`),
    `${signed(prior)}  No evidence: ${percent(1 - confidence)} of the weight has no fresh reading and counts 25 of 100.`,
    ...(absent.length === 0 ? [] : [`Not read, or not to be had: ${absent.join(', ')}.`]),
  ].join('\n');
  return { t, score, exact, confidence, prior, parts, absent, text };
}

/** Those of a point that does not name its ruleset, or a newer one, go by the names that are known here. */
const rulesNamed = (version: string | undefined): readonly SignalRule[] =>
  (rulesetOf(version ?? '') ?? DEFAULT_RULESET).hype.signals;

/** In the ruleset's order where two contribute the same; signals of a newer ruleset come with their id for a name. */
function partsOf({ signals }: HypePoint, rules: readonly SignalRule[]): ScorePart[] {
  const given = new Map<string, HypeSignalPoint>(Object.entries(signals));
  const ids = [...rules.map(({ id }): string => id).filter((id) => given.has(id)), ...given.keys()];
  return [...new Set(ids)]
    .map((id): ScorePart => {
      const signal = given.get(id) as HypeSignalPoint; // Every id is a key of it.
      const rule = rules.find((each) => each.id === id);
      return { ...signal, id, name: rule?.name ?? id, text: describe(signal, rule) };
    })
    .sort((a, b) => b.contribution - a.contribution);
}

function describe(signal: HypeSignalPoint, rule: SignalRule | undefined): string {
  const reading = `${number(signal.value)}${rule === undefined ? '' : ` (${rule.unit})`}`;
  if (signal.status === 'suspect')
    return `${reading}, held back: a jump that no other source shares counts as missing.`;
  const counted = `${percent(signal.normalized)} of its weight of ${percent(signal.weight)}`;
  const age = signal.status === 'stale' ? `, ${percent(signal.freshness)} for its age` : '';
  return `${reading}${comparison(signal.momentum)}, counts ${counted}${age}.`;
}

/** Momentum is the share of a normal past that lies below: one and two deviations from the middle. */
const ONE_ABOVE = 0.8413;
const TWO_ABOVE = 0.9772;

function comparison(momentum: number | null): string {
  if (momentum === null) return '';
  if (momentum > TWO_ABOVE) return ', far above its usual';
  if (momentum > ONE_ABOVE) return ', above its usual';
  if (momentum < 1 - TWO_ABOVE) return ', far below its usual';
  if (momentum < 1 - ONE_ABOVE) return ', below its usual';
  return ', about its usual';
}

const FORMAT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });
const number = (value: number): string => FORMAT.format(value);
const percent = (fraction: number): string => `${FORMAT.format(Math.round(fraction * 1_000) / 10)} %`;
const signed = (points: number): string => `+${points.toFixed(1)}`.padStart(6);
