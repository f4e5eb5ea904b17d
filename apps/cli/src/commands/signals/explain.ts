import { type ExplainedScore, explainScore } from '@droptrack/persistence';
import { hypeConfidence, type SignalScore } from '@droptrack/scoring';
import { CliError, EXIT, INVALID_ARGUMENT } from '../../output/cli-error';
import { configOf, type DatabaseSession, type Session } from '../../session/session';
import { formatTable } from '../../output/format';
import { dropNotFound, instantOption } from './replay';

interface ExplainScore {
  /** Id of the drop. */
  readonly drop: string;
  /** Instant of the score, as given; null for now. */
  readonly at: string | null;
}

/** Shows the computation of a drop's hype score at an instant, signal by signal. */
export async function explainDropScore(
  { drop, at }: ExplainScore,
  session: DatabaseSession & Pick<Session, 'env' | 'places' | 'now'>,
): Promise<number> {
  const { ruleset } = configOf(session);
  const nowMs = session.now().getTime();
  const atMs = instantOption('--at', at) ?? nowMs;
  if (atMs > nowMs) throw new CliError(INVALID_ARGUMENT, '--at must not be in the future');
  const explained = await session.withDatabase((db) => explainScore(db, drop, atMs, ruleset));
  if (explained === null) {
    throw dropNotFound(`There is no drop "${drop}"`);
  }
  session.output.result(present(drop, atMs, explained), describe(drop, atMs, explained));
  return EXIT.done;
}

const HOUR_MS = 3_600_000;

function present(drop: string, atMs: number, { score, observedAtMs, delta7d }: ExplainedScore) {
  return {
    drop,
    at: new Date(atMs).toISOString(),
    ruleset: score.ruleset,
    score: hypeConfidence(score) === 0 ? null : score.score,
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

const HEADER = 'SIGNAL VALUE AGE FRESH MEAN LEVEL Z MOMENTUM SUB-SCORE WEIGHT POINTS STATUS'.split(' ');
const NONE = '–';

function describe(drop: string, atMs: number, { score, observedAtMs, delta7d }: ExplainedScore): string {
  const { exact, confidence, prior, momentum, ruleset, signals } = score;
  const points = signals.reduce((sum, { contribution }) => sum + contribution, 0);
  const rows = signals.map((signal) => signalRow(signal, atMs, observedAtMs.get(signal.id)));
  const isMeasured = hypeConfidence(score) > 0;
  const change = delta7d === null ? 'no score 7 days before' : `${signed(delta7d)} in 7 days`;
  return [
    `${drop} at ${new Date(atMs).toISOString()}, ruleset ${ruleset}`,
    '',
    formatTable(HEADER, rows),
    '',
    formatTable(null, [
      ['points', points.toFixed(3), '100 · weight · fresh · sub-score, summed'],
      ['prior', prior.toFixed(3), `(1 − confidence ${confidence.toFixed(4)}) · 25, for unknown signals`],
      ['exact', exact.toFixed(3), 'points + prior'],
      ...(isMeasured ? [['score', String(score.score), change]] : []),
      ...(momentum === null ? [] : [['momentum', signed(momentum), 'against the usual of the drop, beside the score']]),
    ]),
    ...(isMeasured ? [] : ['', 'No source has a reading: there is no score.']),
  ].join('\n');
}

function signalRow(signal: SignalScore, atMs: number, observedMs: number | undefined): string[] {
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
