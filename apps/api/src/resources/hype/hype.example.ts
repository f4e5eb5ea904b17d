import { DROP_ID_LENGTH_MAX, DROP_ID_PATTERN, type Drop, type HypeSeries } from '@droptrack/contracts';
import type { StoredPoint } from '@droptrack/persistence';
import { type HypeScore, scoreHype, type SignalId, type SignalReading } from '@droptrack/scoring';
import { EXAMPLE_AS_OF, exampleCatalogue } from '../../openapi/document/example-catalogue';
import type { PathParameterDocs } from '../../openapi/document/route-docs';
import { requireDrop } from '../drops/require-drop';
import { hypeSpan } from './hype-span';
import { presentSeries, type ScoreState } from './hype.presenter';

const HOUR_MS = 3_600_000;
const asOfMs = Date.parse(EXAMPLE_AS_OF);

/** Drop of most examples. */
export const exampleDrop = (): Drop => JSON.parse(requireDrop(exampleCatalogue().current().view, 'linea').json) as Drop;

/** Path parameter `{id}` of a drop. */
export const DROP_PATH: PathParameterDocs = {
  description: 'Slug of the drop. A value that is not a slug returns 404.',
  schema: { type: 'string', pattern: DROP_ID_PATTERN.source, maxLength: DROP_ID_LENGTH_MAX },
  example: 'linea',
};

/** Readings at the last hour of the example, each with its distance from the usual value in deviations. */
const READINGS: readonly (readonly [id: SignalId, value: number, z: number])[] = [
  ['farcaster_authors', 250, 1.5],
  ['tvl_usd', 1.2e8, 0.3],
  ['active_wallets', 18_000, 0.9],
  ['reddit_authors', 40, 0.4],
  ['news_articles', 6, 2],
  ['dev_committers', 9, -0.5],
  ['market_probability', 0.64, 0],
  ['calendar_proximity', 2 ** (-5 / 7), 0],
];

/** Score of the example some hours before its end, with slightly lower readings. */
function scoreBefore(hours: number): HypeScore {
  const atMs = asOfMs - hours * HOUR_MS;
  const signals: Partial<Record<SignalId, SignalReading>> = {};
  for (const [id, value, z] of READINGS) {
    // Identical days have no deviation, so the denominator of z is its constant of 0.25.
    const usual = (1 + value) * Math.exp(-z / 4) - 1;
    signals[id] = {
      value: id === 'calendar_proximity' ? 2 ** (-(5 + hours / 24) / 7) : value * (1 - hours / 20),
      observedAtMs: atMs,
      dayValues: Array.from({ length: 28 }, () => usual),
    };
  }
  return scoreHype({ atMs, signals });
}

function pointBefore(hours: number): StoredPoint {
  const { score, confidence, prior, ruleset, signals } = scoreBefore(hours);
  const read = signals.filter(({ value }) => value !== null);
  return {
    hourMs: asOfMs - hours * HOUR_MS,
    score,
    confidence,
    prior,
    ruleset,
    // All of them have a reading.
    signals: Object.fromEntries(read.map(({ id, z: _, ...signal }) => [id, signal])) as StoredPoint['signals'],
  };
}

/** Current score of the example. */
export function exampleState(): ScoreState {
  const { confidence, momentum, ruleset, signals } = scoreBefore(0);
  const states = signals.map(({ id, status }) => [
    id,
    { status, observed_at: status === 'ok' && id !== 'calendar_proximity' ? EXAMPLE_AS_OF : null },
  ]);
  return { delta7d: 12, momentum, confidence, ruleset, signals: Object.fromEntries(states) };
}

/** Series of one day of a drop with three hours of history. */
export function exampleSeries(): HypeSeries {
  const state = exampleState();
  const points = [2, 1, 0].map(pointBefore);
  return { ...presentSeries(exampleDrop(), hypeSpan('24h', asOfMs), state, points), as_of: EXAMPLE_AS_OF };
}
