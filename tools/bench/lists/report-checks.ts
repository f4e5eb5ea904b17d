import type { Measurement, Target } from '../report/measurement';
import { formatFigure } from '../report/table';
import type { CheckResult } from './check-job';
import type { CheckedName } from './eligibility-bench';

type Rounds = Readonly<Record<CheckedName, readonly CheckResult[]>>;
type Figure = (result: CheckResult) => number;

const perSecond: Figure = ({ answers, elapsedMs }) => (1_000 * answers) / elapsedMs;
const perCpuSecond: Figure = ({ answers, serverCpuMs }) => (1_000 * answers) / (serverCpuMs ?? Number.NaN);
const p99Ms: Figure = (result) => result.p99Ms;
/** Percent of one processor. */
const serverShare: Figure = ({ serverCpuMs, elapsedMs }) => (100 * (serverCpuMs ?? Number.NaN)) / elapsedMs;
const databaseShare: Figure = ({ databaseCpuMs, elapsedMs }) => (100 * (databaseCpuMs ?? Number.NaN)) / elapsedMs;
const databaseMicros: Figure = ({ databaseCpuMs, answers }) => (1_000 * (databaseCpuMs ?? Number.NaN)) / answers;

const BARE = 'bare Fastify, one look-up';

/** The lines of the table; those of what the system does not tell are left out. */
export function reportChecks(rows: number, rounds: Rounds): Measurement[] {
  const size = `${formatFigure(rows)} wallets`;
  const lines = (name: 'api' | 'treed', beside: 'bare' | 'bareTreed', what: string, least: number): Measurement[] => {
    const [ours, theirs] = answered(rounds[name], rounds[beside]);
    const line = (words: string, unit: string, figure: Figure, target?: Target): Measurement => ({
      bench: 'lists',
      what: `POST /v1/eligibility, ${size}${what}${words}`,
      unit,
      rounds: ours.map(figure),
      beside: { what: BARE, rounds: theirs.map(figure) },
      ...(target !== undefined && { target }),
    });
    return [
      line('', 'req/s', perSecond, { atLeast: least }),
      line('', 'req/CPU s', perCpuSecond, { atLeast: least }),
      line(': 99 of 100', 'ms', p99Ms, { atMost: 2 }),
      line(': the server itself', '% of a core', serverShare),
      line(': PostgreSQL', '% of a core', databaseShare),
      line(': PostgreSQL', 'CPU µs/req', databaseMicros),
    ];
  };
  return [...lines('api', 'bare', '', 0.5), ...lines('treed', 'bareTreed', ', with proof', 0.3)].filter(
    ({ rounds: own }) => own.every((figure) => Number.isFinite(figure)),
  );
}

/** Rounds in which both answered anything: the others tell of a machine at a standstill. */
function answered(ours: readonly CheckResult[], theirs: readonly CheckResult[]): [CheckResult[], CheckResult[]] {
  const hasBoth = (_: CheckResult, round: number): boolean =>
    (ours[round]?.answers ?? 0) > 0 && (theirs[round]?.answers ?? 0) > 0;
  return [ours.filter(hasBoth), theirs.filter(hasBoth)];
}
