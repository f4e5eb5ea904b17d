import { type Database, type ExplainedScore, explainScore } from '@droptrack/persistence';
import { hypeConfidence, type Ruleset, type SignalScore } from '@droptrack/scoring';
import { parseInstant } from '../catalogue/instants';
import { CliError, EXIT, INVALID_ARGUMENT } from '../output/cli-error';
import type { Output } from '../output/output';
import { formatTable } from '../output/format';

interface ExplainScoreArguments {
  /** Id of the drop. */
  readonly drop: string;
  /** Instant of the score, as given; null for now. */
  readonly at: string | null;
}

interface ExplainScoreDeps {
  readonly withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  readonly output: Output;
  readonly now: () => Date;
  readonly ruleset: Ruleset;
}

/** Shows the computation of a drop's hype score at an instant, signal by signal. */
export async function explainDropScore(args: ExplainScoreArguments, deps: ExplainScoreDeps): Promise<number> {
  const atMs = instantOf(args.at, deps.now().getTime());
  const explained = await deps.withDatabase((db) => explainScore(db, args.drop, atMs, deps.ruleset));
  if (explained === null) {
    throw new CliError('drop_not_found', `There is no drop "${args.drop}"`, {
      hint: 'Drops come from catalogue files: droptrack catalogue apply <dir>',
    });
  }
  deps.output.result(present(args.drop, atMs, explained), describe(args.drop, atMs, explained));
  return EXIT.done;
}

function instantOf(text: string | null, nowMs: number): number {
  if (text === null) return nowMs;
  const atMs = text.includes('T') ? parseInstant(text) : null;
  if (atMs === null) {
    throw new CliError(INVALID_ARGUMENT, '--at must be an instant with a time zone, such as 2026-11-21T08:00:00Z');
  }
  if (atMs > nowMs) throw new CliError(INVALID_ARGUMENT, '--at must not be in the future');
  return atMs;
}

const HOUR_MS = 3_600_000;

function present(drop: string, atMs: number, { score, observedAtMs, delta7d }: ExplainedScore) {
  return {
    drop,
    at: new Date(atMs).toISOString(),
    ruleset: score.ruleset,
    score: score.score,
    exact: score.exact,
    confidence: score.confidence,
    prior: score.prior,
    momentum: score.momentum,
    delta_7d: delta7d,
    signals: score.signals.map(({ id, status, ...figures }) => {
      const observedMs = observedAtMs.get(id);
      return {
        id,
        status,
        observed_at: observedMs === undefined ? null : new Date(observedMs).toISOString(),
        age_hours: observedMs === undefined ? null : (atMs - observedMs) / HOUR_MS,
        ...figures,
      };
    }),
  };
}

const HEADER = [
  'SIGNAL',
  'VALUE',
  'AGE',
  'FRESH',
  'MEAN',
  'LEVEL',
  'Z',
  'MOMENTUM',
  'SUB-SCORE',
  'WEIGHT',
  'POINTS',
  'STATUS',
];
const NONE = '–';

function describe(drop: string, atMs: number, { score, observedAtMs, delta7d }: ExplainedScore): string {
  const { exact, confidence, prior, momentum, ruleset, signals } = score;
  const points = signals.reduce((sum, { contribution }) => sum + contribution, 0);
  const rows = signals.map((signal) => rowOf(signal, atMs, observedAtMs.get(signal.id)));
  const change = delta7d === null ? 'history shorter than 7 days' : `${signed(delta7d)} in 7 days`;
  return [
    `${drop} at ${new Date(atMs).toISOString()}, ruleset ${ruleset}`,
    '',
    formatTable(HEADER, rows),
    '',
    formatTable(null, [
      ['points', points.toFixed(3), '100 · weight · fresh · sub-score, summed'],
      ['prior', prior.toFixed(3), `(1 − confidence ${confidence.toFixed(4)}) · 25, for unknown signals`],
      ['exact', exact.toFixed(3), 'points + prior'],
      ['score', String(score.score), change],
      ...(momentum === null ? [] : [['momentum', signed(momentum), 'against the usual of the drop, beside the score']]),
    ]),
    ...(hypeConfidence(score) === 0 ? ['', 'No source has a reading: the score is a default, not a measurement.'] : []),
  ].join('\n');
}

function rowOf(signal: SignalScore, atMs: number, observedMs: number | undefined): string[] {
  const { id, status, value, freshness, mean, level, z, momentum, normalized, weight, contribution } = signal;
  if (value === null) return [id, ...HEADER.slice(2).map(() => NONE), status];
  return [
    id,
    shortest(value),
    observedMs === undefined ? NONE : age(atMs - observedMs),
    freshness.toFixed(4),
    mean === null ? NONE : shortest(mean),
    figure(level),
    z === null ? NONE : z.toFixed(2),
    figure(momentum),
    figure(normalized),
    weight.toFixed(4),
    contribution.toFixed(3),
    status,
  ];
}

const figure = (value: number | null): string => (value === null ? NONE : value.toFixed(4));
const signed = (points: number): string => (points > 0 ? `+${points}` : String(points));

/** Up to six significant digits; integers as they are. */
const shortest = (value: number): string =>
  Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));

/** `40 min`, `5.3 h`, `3.1 d` */
function age(ms: number): string {
  const hours = ms / HOUR_MS;
  if (hours < 1) return `${Math.floor(hours * 60)} min`;
  return hours < 48 ? `${hours.toFixed(1)} h` : `${(hours / 24).toFixed(1)} d`;
}
