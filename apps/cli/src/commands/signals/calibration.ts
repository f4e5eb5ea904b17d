import type { Calibration, CalibrationRow, Horizon } from '@droptrack/catalogue';
import { readCalibration } from '@droptrack/persistence';
import { EXIT } from '../../output/cli-error';
import { count, formatTable } from '../../output/format';
import type { DatabaseSession, Session } from '../../session/session';

/** Scores the forecasts of the log by their outcomes. */
export async function calibration(
  _: object,
  { withDatabase, output, now }: DatabaseSession & Pick<Session, 'now'>,
): Promise<number> {
  const nowMs = now().getTime();
  const record = await withDatabase((db) => {
    output.progress('Reading …');
    return readCalibration(db, nowMs);
  });
  output.result({ as_of: new Date(nowMs).toISOString(), ...present(record) }, describe(record));
  return EXIT.done;
}

function present({ rows, openWithPayout, openWithProbability, knownFromStart, ...record }: Calibration) {
  return {
    drops: record.drops,
    open: record.open,
    open_with_payout: openWithPayout,
    open_with_probability: openWithProbability,
    closed: record.closed,
    scored: record.scored,
    known_from_start: knownFromStart,
    scores: rows.map((row) => ({
      ruleset: row.ruleset,
      horizon: row.horizon,
      payouts: row.payouts,
      listed: row.listed,
      at_claim: row.atClaim,
      coverage: row.coverage,
      coverage_error: row.coverageError,
      pinball: row.pinball,
      probabilities: row.probabilities,
      brier: row.brier,
    })),
  };
}

function describe(record: Calibration): string {
  const { open, openWithPayout, openWithProbability, closed, scored, knownFromStart, rows } = record;
  const lines = [
    `${count(open, 'drop')} without an outcome yet: ${openWithPayout} with a forecast of the payout, ` +
      `${openWithProbability} with a probability.`,
    `${count(closed, 'drop')} with an outcome: ${scored} with an earlier forecast.`,
    `${count(knownFromStart, 'drop')} had a known payout when first recorded, and never ${knownFromStart === 1 ? 'counts' : 'count'}.`,
  ];
  if (rows.length === 0) return ['No forecast has an outcome yet, so there is nothing to score.', ...lines].join('\n');
  return [tableOf(rows), '', ...lines].join('\n');
}

const HORIZON: Readonly<Record<Horizon, string>> = { last: 'last before', week: '7 days before' };
const HEADER = ['RULESET', 'FORECAST', 'PAYOUTS', 'LISTED', 'AT CLAIM', 'COVERAGE', 'LOSS P10', 'P50', 'P90', 'PROBABILITIES', 'BRIER']; // prettier-ignore

function tableOf(rows: readonly CalibrationRow[]): string {
  return formatTable(
    HEADER,
    rows.map(({ coverage, pinball, ...row }) => [
      row.ruleset,
      HORIZON[row.horizon],
      ...[row.payouts, row.listed, row.atClaim].map(String),
      coverage === null ? '–' : `${percent(coverage)} ± ${percent(row.coverageError ?? 0)} %`,
      ...[pinball?.p10, pinball?.p50, pinball?.p90].map((loss) => fixed(loss ?? null)),
      String(row.probabilities),
      fixed(row.brier),
    ]),
  );
}

const percent = (share: number): string => (100 * share).toFixed(1);
const fixed = (value: number | null): string => (value === null ? '–' : value.toFixed(3));
