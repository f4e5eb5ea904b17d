import type { HypePoint, HypeSeries, HypeSignalPoint } from '@droptrack/contracts';
import { HYPE_2026_1 } from '@droptrack/scoring';
import { publicRulesOf, type PublicSignalRule } from './public-rules';

/** Contribution of one signal to a score. */
export interface ScorePart extends HypeSignalPoint {
  /** Id of the signal, such as `tvl_usd`. */
  id: string;
  /** Display name, such as `Value locked`. */
  name: string;
  /** Explanation in one English sentence. */
  text: string;
}

/** Explanation of a score. */
export interface ScoreBreakdown {
  /** End of the bucket of the point, RFC 3339 UTC. */
  t: string;
  /** Integer from 0 to 100. Null for a point that rests on no reading. */
  score: number | null;
  /** Score before rounding. Null for a point that rests on no reading. */
  exact: number | null;
  /** Share of the weights that rests on readings, 0 to 1. */
  confidence: number;
  /** Points that the prior contributes for the remaining weights. */
  prior: number;
  /** Contributions of the signals, largest first. */
  parts: ScorePart[];
  /** Names of the signals without a reading, including those that do not apply to the drop. */
  absent: string[];
  /** Whole explanation in English, one line per contribution. */
  text: string;
}

/**
 * Explains a hype score in words, signal by signal. Pure: it sends no request and reads no clock.
 *
 * @param from - a point, or a series, of which the last point with a score is explained.
 * @returns null for a bucket without a point, and for a series without any score.
 * @example
 * import { explainScore } from '@droptrack/sdk';
 * console.log(explainScore(await client.drops.hype('linea'))?.text);
 */
export function explainScore(from: HypePoint | HypeSeries): ScoreBreakdown | null {
  const point = 'data' in from ? from.data.findLast(({ score }) => score !== null) : from;
  if (point === undefined || point.confidence === null || point.prior === null) return null;
  const { t, score, confidence, prior } = point;
  const rules = rulesNamed(point.ruleset ?? ('data' in from ? from.ruleset : undefined));
  const parts = partsOf(point, rules);
  const exact = score === null ? null : parts.reduce((sum, { contribution }) => sum + contribution, 0) + prior;
  const absent = rules.filter(({ id }) => point.signals[id] === undefined).map(({ name }) => name);
  const text = [
    score === null ? `${t}: not measured, as no source has a reading` : `${t}: ${score} of 100`,
    ...parts.map((part) => `${signed(part.contribution)}  ${part.name}: ${part.text}`),
    `${signed(prior)}  Prior: ${percent(1 - confidence)} of the weight has no fresh reading and counts as 25 of 100.`,
    ...(absent.length === 0 ? [] : [`No reading, or not applicable: ${absent.join(', ')}.`]),
  ].join('\n');
  return { t, score, exact, confidence, prior, parts, absent, text };
}

/** Falls back to the names of a known ruleset for a missing or newer version. */
const rulesNamed = (version: string | undefined): readonly PublicSignalRule[] =>
  (publicRulesOf(version ?? '') ?? HYPE_2026_1).signals;

/** Ties are in the order of the ruleset. Signals of a newer ruleset have their id as name. */
function partsOf({ signals }: HypePoint, rules: readonly PublicSignalRule[]): ScorePart[] {
  const given = new Map<string, HypeSignalPoint>(Object.entries(signals));
  const ids = [...rules.map(({ id }): string => id).filter((id) => given.has(id)), ...given.keys()];
  return [...new Set(ids)]
    .map((id): ScorePart => {
      const signal = given.get(id) as HypeSignalPoint; // Every id is a key of the map.
      const rule = rules.find((each) => each.id === id);
      return { ...signal, id, name: rule?.name ?? id, text: describe(signal, rule) };
    })
    .sort((a, b) => b.contribution - a.contribution);
}

function describe(signal: HypeSignalPoint, rule: PublicSignalRule | undefined): string {
  const reading = `${number(signal.value)}${rule === undefined ? '' : ` (${rule.unit})`}`;
  if (signal.status === 'suspect')
    return `${reading}, suspect: a jump that no other source confirms counts as missing.`;
  const counted = `${percent(signal.normalized)} of its weight of ${percent(signal.weight)}`;
  const age = signal.status === 'stale' ? `, ${percent(signal.freshness)} for its age` : '';
  return `${reading}${average(signal.mean)}${comparison(signal.momentum)}, counts ${counted}${age}.`;
}

/** Shares of a normal distribution below one and two standard deviations above its mean (docs/scoring.md, Hype). */
const ONE_ABOVE = 0.8413;
const TWO_ABOVE = 0.9772;

/** Mean that the level of a count rests on; absent from responses of an API that is older than ruleset 2026.3. */
const average = (mean: number | null | undefined): string =>
  typeof mean === 'number' ? `, on average ${number(mean)}` : '';

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
