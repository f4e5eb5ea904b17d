import type { LoadResult } from '../load/job';
import type { BenchName } from '../options';
import type { Measurement, Target } from './measurement';

type Figure = (result: LoadResult) => number;

/** Answers a second. */
export const requestsPerSecond: Figure = ({ answers, elapsedMs }) => (1_000 * answers) / elapsedMs;
/** Requests answered with one second of the server's own CPU time: other programs on the machine disturb it less. */
const requestsPerCpuSecond: Figure = ({ answers, serverCpuMs }) => (1_000 * answers) / (serverCpuMs ?? Number.NaN);
/** What the load process took of its processor, percent. */
export const loadShare: Figure = ({ loadCpuMs, elapsedMs }) => (100 * loadCpuMs) / elapsedMs;

/** Rounds of one subject, under the name that the table has for it. */
export interface Named {
  readonly what: string;
  readonly rounds: readonly LoadResult[];
}

/** Two lines of the table: by throughput and, where the system tells it, by CPU time. */
export function compareRates(bench: BenchName, subject: Named, beside: Named, target?: Target): Measurement[] {
  const by = (unit: string, figure: Figure): Measurement => ({
    bench,
    what: subject.what,
    unit,
    rounds: subject.rounds.map(figure),
    beside: { what: beside.what, rounds: beside.rounds.map(figure) },
    ...(target !== undefined && { target }),
  });
  const lines = [by('req/s', requestsPerSecond), by('req/CPU s', requestsPerCpuSecond)];
  return lines.filter(({ rounds }) => rounds.every((figure) => Number.isFinite(figure)));
}
