import {
  DEFAULT_HYPE_WINDOW,
  HYPE_WINDOWS,
  type HypePoint,
  type HypeSeries,
  type HypeSignalId,
} from '@droptrack/contracts';
import { z } from 'zod';
import { defineTool } from '../agent-tool';
import { counted, known, phrases, rounded, signed } from '../figures';
import { asOf, dropId } from '../members';

/** Signals and movers of a result; the others contribute less. */
const SIGNALS_MAX = 5;

const signalFacts = z.strictObject({
  id: z.string(),
  /** In `unit`. */
  value: z.number(),
  unit: z.string(),
  /** Points of the score. */
  points: z.number(),
  status: z.string(),
  source: z.string(),
});

const scoreFacts = z.strictObject({
  as_of: asOf,
  drop: z.string(),
  window: z.enum(HYPE_WINDOWS),
  /** Absent while nothing is measured. */
  score: z.int().optional(),
  /** Absent also without a measured score 7 days ago. */
  delta_7d: z.int().optional(),
  confidence: z.number(),
  momentum: z.int().optional(),
  /** Points in place of signals without a reading. */
  prior: z.number().optional(),
  ruleset: z.string(),
  signals: z.array(signalFacts),
  movers: z.array(z.strictObject({ id: z.string(), points: z.number() })),
  missing: z.array(z.string()),
});
type ScoreFacts = z.infer<typeof scoreFacts>;

export const explainScore = defineTool({
  name: 'explain_score',
  title: 'Explain a hype score',
  description:
    'Why a hype score (0–100) is what it is: the strongest signals with their points, and those that moved in the window. 1 token. Missing signals count as a prior, not as zero.',
  input: z.strictObject({ id: dropId, window: z.enum(HYPE_WINDOWS).default(DEFAULT_HYPE_WINDOW) }),
  facts: scoreFacts,
  answer: async (data, { id, window }) => {
    const series = await data.getHype(id, window);
    const facts = factsOf(series);
    return { text: textOf(facts), facts };
  },
});

function factsOf(series: HypeSeries): ScoreFacts {
  const points = series.data.filter(({ confidence }) => confidence !== null);
  const [first, last] = [points[0], points.at(-1)];
  return {
    as_of: series.as_of,
    drop: series.drop,
    window: series.window,
    confidence: rounded(series.confidence),
    ruleset: series.ruleset,
    ...known({
      score: series.score,
      delta_7d: series.delta_7d,
      momentum: series.momentum,
      prior: last?.prior === null || last === undefined ? null : rounded(last.prior),
    }),
    signals: last === undefined ? [] : topSignals(series, last),
    movers: first === undefined || last === undefined ? [] : moversBetween(first, last),
    missing: series.signals.flatMap(({ id, status }) => (status === 'missing' ? [id] : [])),
  };
}

function topSignals({ signals }: HypeSeries, { signals: contributions }: HypePoint): z.infer<typeof signalFacts>[] {
  const found = signals.flatMap(({ id, unit, source }) => {
    const own = contributions[id];
    if (own === undefined) return [];
    return [{ id, value: rounded(own.value), unit, points: rounded(own.contribution), status: own.status, source }];
  });
  return found.sort((a, b) => b.points - a.points).slice(0, SIGNALS_MAX);
}

function moversBetween(first: HypePoint, last: HypePoint): { id: string; points: number }[] {
  const ids = new Set([...Object.keys(first.signals), ...Object.keys(last.signals)]) as Set<HypeSignalId>;
  const contributionOf = ({ signals }: HypePoint, id: HypeSignalId): number => signals[id]?.contribution ?? 0;
  return [...ids]
    .map((id) => ({ id, points: rounded(contributionOf(last, id) - contributionOf(first, id)) }))
    .filter(({ points }) => points !== 0)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, SIGNALS_MAX);
}

function textOf(facts: ScoreFacts): string {
  const { drop, score, delta_7d: delta, confidence, prior, ruleset, window, signals, movers, missing } = facts;
  return [
    phrases(
      `Hype of ${drop}: ${score === undefined ? 'not measured' : `${score}/100`} as of ${facts.as_of}`,
      delta !== undefined && `${signed(delta)} in 7 d`,
      `confidence ${confidence}`,
      facts.momentum !== undefined && `momentum ${signed(facts.momentum)}`,
      `ruleset ${ruleset}`,
    ),
    ...signals.map(
      ({ id, value, unit, points, status, source }) =>
        `${id}: ${counted(points, 'point')}; ${value} ${unit}; ${status}; ${source}`,
    ),
    ...(prior === undefined ? [] : [`prior: ${counted(prior, 'point')} in place of what is not measured`]),
    movers.length === 0
      ? `No signal moved over ${window}.`
      : `Moved over ${window}: ${movers.map(({ id, points }) => `${id} ${signed(points)}`).join(', ')}`,
    ...(missing.length === 0 ? [] : [`Not measured, which is not zero: ${missing.join(', ')}`]),
  ].join('\n');
}
